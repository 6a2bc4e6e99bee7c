import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RateAnswers, RateForm } from '@/api/types';
import { server } from '@/test/server';
import { RatePage } from './RatePage';

/** A server that keeps what it is told, as the real one does. */
function author(over: Partial<RateForm> = {}) {
  const form: RateForm = {
    author_name: 'Mara Lind',
    talk_title: 'A talk',
    paper_title: 'A paper',
    project: 'Harbour Talks',
    language: 'en',
    shown_in: 'en',
    consent: { language: 'en', number: 0, text: 'Your answers are kept.' },
    consented_at: '2026-11-01T12:00:00Z',
    text: '',
    dimensions: [],
    scores: {},
    trap: null,
    trap_answer: null,
    closes_at: '2099-06-30T12:00:00Z',
    open: true,
    score: null,
    comment: '',
    answered_at: null,
    finished_at: null,
    declined_at: null,
    sentences: ['First.', 'Second.'].map((text, index) => ({
      id: index + 11,
      rank: index + 1,
      position: index,
      text,
      before: '',
      section: '1 Introduction',
      n_words: 5,
      answer: null,
    })),
    ...over,
  };
  const state = { form, requests: [] as RateAnswers[], reads: 0, online: true };
  server.use(
    http.get('*/api/v1/rate/:token/', () => {
      state.reads += 1;
      return HttpResponse.json(state.form);
    }),
    http.patch('*/api/v1/rate/:token/', async ({ request }) => {
      if (!state.online) return HttpResponse.error();
      const given = (await request.json()) as RateAnswers;
      state.requests.push(given);
      const answered_before = state.form.answered_at;
      const sentences = state.form.sentences.map((each) => ({
        ...each,
        answer: given.answers?.[each.id] ?? each.answer,
      }));
      state.form = {
        ...state.form,
        sentences,
        score: given.score ?? state.form.score,
        scores: { ...state.form.scores, ...given.scores },
        trap_answer: given.trap_answer ?? state.form.trap_answer,
        consented_at: given.agreed ? '2026-11-20T12:00:00Z' : state.form.consented_at,
        comment: given.comment ?? state.form.comment,
        answered_at: `2026-11-20T12:00:00.${state.requests.length}Z`,
        finished_at: given.finished ? '2026-11-20T12:00:00Z' : state.form.finished_at,
        declined_at:
          given.declined === undefined ? state.form.declined_at : given.declined ? '2026-11-20T12:00:00Z' : null,
      };
      const { answered_at, consented_at, finished_at, declined_at, closes_at, open } = state.form;
      const times = { answered_before, answered_at, consented_at, finished_at, declined_at, closes_at, open };
      return HttpResponse.json(times);
    }),
  );
  return state;
}

function open(address = '/rate/secret.token') {
  history.replaceState(null, '', address);
  return { user: userEvent.setup(), ...render(<RatePage token="secret.token" />) };
}

/** Presses what takes no press in the moment in which it appears. */
async function press(user: UserEvent, name: string) {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.closest('[aria-disabled]')).toBeNull());
  await user.click(button);
}

describe('the author’s page', () => {
  beforeEach(() => {
    globalThis.scrollTo = () => undefined;
  });

  it('goes from the welcome over every sentence and the rating to thanks for what has arrived', async () => {
    const state = author({ consented_at: null });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Agree and start' }));
    await waitFor(() => expect(state.requests.some(({ opened }) => opened)).toBe(true));
    await waitFor(() => expect(state.requests.some(({ agreed }) => agreed?.number === 0)).toBe(true));
    expect(screen.getByText('First.')).toBeInTheDocument();
    await press(user, 'Yes');
    expect(await screen.findByText('Second.')).toBeInTheDocument();
    await press(user, 'No');
    expect(await screen.findByRole('heading', { name: 'The whole summary' })).toHaveFocus();
    expect(screen.getByText('First.')).toBeInTheDocument();
    await press(user, 'Rate the summary');
    for (const radio of await screen.findAllByRole('radio')) expect(radio).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Send my answers' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Please choose a rating from 1 to 5 first.');
    await user.click(screen.getByRole('radio', { name: /Very good/ }));
    await user.type(screen.getByRole('textbox'), 'Reads well.');
    await user.click(screen.getByRole('button', { name: 'Send my answers' }));
    const thanks = await screen.findByRole('heading', { name: 'Thank you, we have your answers.' });
    await waitFor(() => expect(thanks).toHaveFocus());
    expect(state.form).toMatchObject({ score: 4, comment: 'Reads well.', finished_at: expect.any(String) });
    expect(state.form.sentences.map(({ answer }) => answer)).toEqual([true, false]);
  });

  it('takes a refusal with one click, and takes it back when the link is opened again', async () => {
    const state = author({ consented_at: null });
    const { user, unmount } = open();
    await user.click(await screen.findByRole('button', { name: 'I’d rather not take part' }));
    expect(await screen.findByRole('heading', { name: 'You are not taking part.' })).toBeInTheDocument();
    await waitFor(() => expect(state.form.declined_at).not.toBeNull());
    unmount();
    const again = open();
    await again.user.click(await screen.findByRole('button', { name: 'Take part after all' }));
    expect(await screen.findByRole('button', { name: 'Agree and start' })).toBeInTheDocument();
    await waitFor(() => expect(state.form.declined_at).toBeNull());
  });

  it('keeps answers on the device while the server is away, says so, and sends them when it is back', async () => {
    const state = author();
    state.online = false;
    const { user, unmount } = open('/rate/secret.token?at=1');
    await press(user, 'Yes');
    expect(await screen.findByText('Offline: 1 answer saved on this device, not sent yet')).toBeInTheDocument();
    unmount();

    state.online = true;
    open('/rate/secret.token?at=1');
    expect(await screen.findByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(state.form.sentences[0]?.answer).toBe(true));
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
  });

  it('reads the form once, however much is answered', async () => {
    const state = author();
    const { user } = open('/rate/secret.token?at=1');
    for (const answer of ['Yes', 'No']) {
      await press(user, answer);
      expect(await screen.findByText('Saved')).toBeInTheDocument();
    }
    expect(state.requests).toHaveLength(2);
    expect(state.reads).toBe(1);
  });

  it('shows what was answered in another window, and leaves what that one has yet to send', async () => {
    const state = author();
    state.online = false;
    const { user } = open('/rate/secret.token?at=1');
    await press(user, 'Yes');
    expect(await screen.findByText('Offline: 1 answer saved on this device, not sent yet')).toBeInTheDocument();
    const [key = ''] = Object.keys(localStorage);
    const kept = JSON.parse(localStorage.getItem(key) ?? '');
    localStorage.setItem(key, JSON.stringify({ ...kept, comment: 'From the other window.' }));
    const sentences = state.form.sentences.map((each) => (each.id === 12 ? { ...each, answer: false } : each));
    state.form = { ...state.form, sentences, answered_at: '2026-11-20T11:00:00Z' };

    state.online = true;
    globalThis.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'No' })).toHaveAttribute('aria-pressed', 'true');
    expect(state.form.sentences.map(({ answer }) => answer)).toEqual([true, false]);
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({ answers: {}, comment: 'From the other window.' });
    localStorage.clear();
  });

  it('gives the focus back to what opened the paper', async () => {
    // jsdom has no modal dialogs.
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true;
      this.querySelector('button')?.focus();
    };
    HTMLDialogElement.prototype.close = () => undefined;
    author();
    server.use(
      http.get('*/api/v1/rate/:token/paper/', () => HttpResponse.json({ title: 'A paper', sections: [], units: [] })),
    );
    const { user } = open('/rate/secret.token?at=1');
    const show = await screen.findByRole('button', { name: 'Show in the paper' });
    await user.click(show);
    await user.click(await screen.findByRole('button', { name: 'Back to the question' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(show).toHaveFocus());
  });

  it('answers one sentence by a double tap, and goes no further', async () => {
    const state = author();
    const { user } = open('/rate/secret.token?at=1');
    await press(user, 'Yes');
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await user.keyboard('y');
    expect(screen.getByText('Second.')).toBeInTheDocument();
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    await press(user, 'No');
    await user.click(screen.getByRole('button', { name: 'Rate the summary' }));
    expect(screen.getByRole('heading', { name: 'The whole summary' })).toBeInTheDocument();
    await waitFor(() => expect(state.form.sentences.map(({ answer }) => answer)).toEqual([true, false]));
  });

  it('asks for the rating where thanks are asked for and nothing was sent', async () => {
    author();
    open('/rate/secret.token?at=thanks');
    expect(await screen.findByRole('button', { name: 'Send my answers' })).toBeInTheDocument();
    expect(screen.queryByText(/keep this page open/)).not.toBeInTheDocument();
  });

  it('leaves an answer as it was when it is skipped, and goes back', async () => {
    const state = author();
    const { user } = open('/rate/secret.token?at=1');
    await user.click(await screen.findByRole('button', { name: 'Skip for now' }));
    expect(await screen.findByText('Second.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByText('First.')).toBeInTheDocument();
    expect(state.requests).toEqual([]);
  });

  it('shows the saved answers of an expired link, and asks nothing', async () => {
    const state = author({ open: false, score: 3, comment: 'Nothing on tides.', closes_at: '2026-06-30T12:00:00Z' });
    state.form.sentences[0] = { ...(state.form.sentences[0] as (typeof state.form.sentences)[0]), answer: true };
    open();
    const heading = /^This link expired on 30 June 2026 at \d\d:\d\d [^ ]+\.$/;
    expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['YesFirst.', 'no answerSecond.']);
    expect(screen.getByText('Nothing on tides.')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('shows each rating of a text whose link has expired, and the text', async () => {
    author({
      open: false,
      sentences: [],
      text: 'A text.\n\nOf two parts.',
      dimensions: ['fluency', 'relevance'],
      scores: { fluency: 5 },
    });
    open();
    expect(await screen.findByText('Of two parts.')).toBeInTheDocument();
    expect(screen.getAllByRole('term').map((each) => each.textContent)).toEqual([
      'Fluency: is each sentence well written?',
    ]);
    expect(screen.getByRole('definition')).toHaveTextContent('5 Excellent');
    expect(screen.queryByText(/any answers/)).not.toBeInTheDocument();
  });

  it('begins with what there is to agree to, wherever the link leads', async () => {
    author({ consented_at: null });
    open('/rate/secret.token?at=2');
    expect(await screen.findByText('Your answers are kept.')).toBeInTheDocument();
    expect(screen.queryByText('Second.')).not.toBeInTheDocument();
  });

  it('speaks the language of the invitation, and the one that the author chooses', async () => {
    author({ shown_in: 'ja', consented_at: null });
    const { user, unmount } = open();
    expect(await screen.findByRole('button', { name: '同意して始める' })).toBeInTheDocument();
    expect(document.documentElement.lang).toBe('ja');
    await user.selectOptions(screen.getByRole('combobox', { name: '言語' }), 'Deutsch');
    expect(await screen.findByRole('button', { name: 'Zustimmen und beginnen' })).toBeInTheDocument();
    unmount();
    open();
    expect(await screen.findByRole('button', { name: 'Zustimmen und beginnen' })).toBeInTheDocument();
    localStorage.clear();
  });

  it('asks for each dimension of a text, and a number that shows who reads', async () => {
    const state = author({ sentences: [], text: 'A text.\n\nOf two parts.', dimensions: ['fluency'], trap: 2 });
    const { user } = open('/rate/secret.token?at=summary');
    expect(await screen.findByText('Of two parts.')).toBeInTheDocument();
    await press(user, 'Rate the text');
    expect(screen.getByRole('button', { name: 'Read the text again' })).toBeInTheDocument();
    const choose = (question: RegExp, value: RegExp) =>
      user.click(within(screen.getByRole('group', { name: question })).getByRole('radio', { name: value }));
    await choose(/Overall/, /Good/);
    await choose(/Fluency/, /Excellent/);
    await user.click(screen.getByRole('button', { name: 'Send my answers' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Please answer each question');
    const missing = screen.getByRole('group', { name: /please choose 2 here.*Please choose one of these/ });
    expect(within(missing).getAllByRole('radio')).toContain(document.activeElement);
    expect(screen.getAllByText('Please choose one of these.')).toHaveLength(1);
    await choose(/please choose 2/, /Bad/);
    expect(screen.queryByText('Please choose one of these.')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send my answers' }));
    expect(await screen.findByText('You gave the text a 3.')).toBeInTheDocument();
    await waitFor(() => expect(state.form).toMatchObject({ score: 3, scores: { fluency: 5 }, trap_answer: 2 }));
  });

  it('says what to do about a link that leads nowhere', async () => {
    server.use(
      http.get('*/api/v1/rate/:token/', () =>
        HttpResponse.json({ code: 'not_found', detail: 'There is nothing here.', errors: [] }, { status: 404 }),
      ),
    );
    open();
    expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeInTheDocument();
  });

  it('says so in the language of the browser, as nothing is known of the invitation', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR', 'de-AT', 'en']);
    server.use(
      http.get('*/api/v1/rate/:token/', () =>
        HttpResponse.json({ code: 'not_found', detail: 'There is nothing here.', errors: [] }, { status: 404 }),
      ),
    );
    open();
    expect(await screen.findByRole('heading', { name: 'Dieser Link funktioniert nicht' })).toBeInTheDocument();
    vi.restoreAllMocks();
  });
});
