import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
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
    closes_at: '2099-06-30T12:00:00Z',
    open: true,
    score: null,
    comment: '',
    finished_at: null,
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
  const state = { form, requests: [] as RateAnswers[], online: true };
  server.use(
    http.get('*/api/v1/rate/:token/', () => HttpResponse.json(state.form)),
    http.patch('*/api/v1/rate/:token/', async ({ request }) => {
      if (!state.online) return HttpResponse.error();
      const given = (await request.json()) as RateAnswers;
      state.requests.push(given);
      const sentences = state.form.sentences.map((each) => ({
        ...each,
        answer: given.answers?.[each.id] ?? each.answer,
      }));
      state.form = {
        ...state.form,
        sentences,
        score: given.score ?? state.form.score,
        comment: given.comment ?? state.form.comment,
        finished_at: given.finished ? '2026-11-20T12:00:00Z' : state.form.finished_at,
      };
      return HttpResponse.json(state.form);
    }),
  );
  return state;
}

function open(address = '/rate/secret.token') {
  history.replaceState(null, '', address);
  return { user: userEvent.setup(), ...render(<RatePage token="secret.token" />) };
}

describe('the author’s page', () => {
  beforeEach(() => {
    globalThis.scrollTo = () => undefined;
  });

  it('goes from the welcome over every sentence and the rating to thanks for what has arrived', async () => {
    const state = author();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Agree and start' }));
    expect(screen.getByText('First.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Second.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'No' }));
    for (const radio of await screen.findAllByRole('radio')) expect(radio).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Send my answers' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Please choose a rating from 1 to 5 first.');
    await user.click(screen.getByRole('radio', { name: /Very good/ }));
    await user.click(screen.getByRole('button', { name: 'Send my answers' }));
    expect(await screen.findByRole('heading', { name: 'Thank you, we have your answers.' })).toBeInTheDocument();
    expect(state.form).toMatchObject({ score: 4, finished_at: expect.any(String) });
    expect(state.form.sentences.map(({ answer }) => answer)).toEqual([true, false]);
  });

  it('keeps answers on the device while the server is away, says so, and sends them when it is back', async () => {
    const state = author();
    state.online = false;
    const { user, unmount } = open('/rate/secret.token?at=1');
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Offline: 1 answer saved on this device, not sent yet')).toBeInTheDocument();
    unmount();

    state.online = true;
    open('/rate/secret.token?at=1');
    expect(await screen.findByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(state.form.sentences[0]?.answer).toBe(true));
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
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
    author({ open: false, score: 3, closes_at: '2026-06-30T12:00:00Z' });
    open();
    expect(await screen.findByRole('heading', { name: 'This link expired on 30 June 2026.' })).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
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
});
