import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { server } from '@/test/server';
import { moment } from '../rate/useSettled';
import { RaterPage } from './RaterPage';
import { ofLink, ofMember, ofTrial, type RaterView } from './source';
import type { Tones } from './tones';

vi.mock('./tones', async (actual) => ({
  ...(await actual<object>()),
  newTones: (): Tones => ({ left: 2, right: 3 }),
  playTones: () => Promise.resolve(),
}));
vi.mock('./peaks', () => ({ peaksOf: () => Promise.resolve([0.5, 1]) }));

const words = ['Bad', 'Poor', 'Fair', 'Good', 'Excellent'];
const samples: RaterView['samples'] = ['k1', 'k2', 'k3', 'k4'].map((key, at) => ({
  key,
  set: Math.floor(at / 2),
  text: `Text ${at + 1}.`,
  reference: at % 2 ? '' : 'What was said.',
  picture: null,
  values: [],
  trouble: '',
  heard: false,
  rated: false,
}));

interface Sent {
  ratings: {
    key: string;
    values?: (number | null)[];
    seconds?: number;
    plays?: number;
    heard?: boolean;
    trouble?: string;
  }[];
  finished: boolean;
}

/** A server that keeps what it is told, as the real one does. */
function rater(over: Partial<RaterView> = {}) {
  const view: RaterView = {
    name: 'How good is it?',
    project: 'Harbour Talks',
    instructions: '',
    language: 'en',
    medium: 'text',
    questions: [
      { name: 'Fluency', meaning: 'Is each sentence well written?', scale: 'whole', words },
      { name: 'Relevance', meaning: 'Does it say what matters?', scale: 'whole', words },
    ],
    n_sets: 2,
    minutes: 3,
    declined_at: null,
    closes_at: '2099-06-30T12:00:00Z',
    open: true,
    consent: { language: 'en', number: 3, text: 'Your ratings are kept.' },
    begun_at: null,
    headphones: '',
    finished_at: null,
    code: '',
    samples: [],
    ...over,
  };
  const state = { view, begun: [] as unknown[], sent: [] as Sent[], online: true, refusal: null as unknown };
  server.use(
    http.get('*/api/v1/rate/:token/samples/', () => HttpResponse.json(state.view)),
    http.post('*/api/v1/rate/:token/samples/', async ({ request }) => {
      state.begun.push(await request.json());
      if (state.refusal) return HttpResponse.json(state.refusal, { status: 409 });
      state.view = { ...state.view, begun_at: '2026-11-20T12:00:00Z', samples };
      return HttpResponse.json(state.view);
    }),
    http.patch('*/api/v1/rate/:token/samples/', async ({ request }) => {
      if (!state.online) return HttpResponse.error();
      const body = (await request.json()) as Sent;
      state.sent.push(body);
      const finished_at = body.finished ? '2026-11-20T13:00:00Z' : null;
      return HttpResponse.json({ n_open: 0, finished_at, code: body.finished ? 'R-24' : '' });
    }),
    http.put('*/api/v1/rate/:token/taking-part/', () => HttpResponse.json(state.view)),
    http.get('*/api/v1/rate/:token/samples/:key/sound/', () => HttpResponse.arrayBuffer(new ArrayBuffer(8))),
  );
  return state;
}

function open(address = '/rate/secret.token/samples') {
  history.replaceState(null, '', address);
  return { user: userEvent.setup(), ...render(<RaterPage source={ofLink('secret.token')} />) };
}

/** Long enough after a question has appeared to answer it by a tap. */
const settled = () => new Promise((done) => setTimeout(done, moment + 20));

/** The question that keys answer. */
const current = () => document.querySelector('fieldset[data-current] legend b')?.textContent;

describe('the rater’s page', () => {
  beforeEach(() => {
    localStorage.clear();
    globalThis.scrollTo = () => undefined;
    URL.createObjectURL = () => 'blob:clip';
    URL.revokeObjectURL = () => undefined;
  });

  it('goes from the start over each question of each sample to thanks with a code', async () => {
    const state = rater();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Agree and start' }));
    expect(await screen.findByText('Set 1 of 2, sample 1 of 2')).toBeInTheDocument();
    expect(state.begun).toEqual([{ consent: 3, headphones: '' }]);
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
    expect(screen.getByRole('button', { name: /Next/ })).toBeDisabled();
    await settled();
    await user.click(screen.getAllByRole('radio', { name: '4 Good' })[0] as HTMLElement);
    expect(current()).toBe('Relevance');
    fireEvent.keyDown(document.activeElement as Element, { key: 'é', code: 'Digit2' }); // on a French keyboard
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Set 1 of 2, sample 2 of 2')).toBeInTheDocument();
    await user.keyboard('55{Enter}');
    // A set that is done stays as it is.
    expect(await screen.findByText('Set 2 of 2, sample 1 of 2')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Back', hidden: true })).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Something is wrong'), 'cut_off');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: /Next/ }));
    await user.keyboard('11');
    await user.click(screen.getByRole('button', { name: /Finish/ }));
    expect(await screen.findByText('All 2 sets are done. Thank you.')).toBeInTheDocument();
    expect(screen.getByText('R-24')).toBeInTheDocument();
    const last = new Map(state.sent.flatMap(({ ratings }) => ratings).map((one) => [one.key, one]));
    expect([...last.values()].map(({ key, values, trouble }) => [key, values ?? null, trouble])).toEqual([
      ['k1', [4, 2], ''],
      ['k2', [5, 5], ''],
      ['k3', null, 'cut_off'],
      ['k4', [1, 1], ''],
    ]);
    for (const { key, seconds } of last.values()) expect(seconds, key).toBeGreaterThanOrEqual(0);
  });

  it('lets who was invited decline from the e-mail by one press, and come back', async () => {
    const state = rater();
    const heard: unknown[] = [];
    server.use(
      http.put('*/api/v1/rate/:token/taking-part/', async ({ request }) => {
        const body = (await request.json()) as { declined?: boolean };
        heard.push(body);
        if (body.declined !== undefined) {
          state.view = { ...state.view, declined_at: body.declined ? '2026-11-20T12:00:00Z' : null };
        }
        return HttpResponse.json(state.view);
      }),
    );
    const { user } = open('/rate/secret.token/samples?at=decline');
    const decline = await screen.findByRole('button', { name: 'I’d rather not take part' });
    expect(heard).toEqual([]); // opening the link says nothing
    await user.click(decline);
    expect(await screen.findByText('You are not taking part.')).toBeInTheDocument();
    expect(heard).toEqual([{}, { declined: true }]);
    await user.click(screen.getByRole('button', { name: 'Take part after all' }));
    expect(await screen.findByRole('button', { name: 'Agree and start' })).toBeInTheDocument();
    expect(heard.at(-1)).toEqual({ declined: false });
  });

  it('keeps ratings on the device while the server is away, says so, and sends them when it is back', async () => {
    const state = rater({ begun_at: '2026-11-20T12:00:00Z', samples });
    const { user, unmount } = open('/rate/secret.token/samples?at=1');
    state.online = false;
    await screen.findByText('Set 1 of 2, sample 1 of 2');
    await user.keyboard('4');
    expect(await screen.findByText(/Offline: 1 answer saved on this device/)).toBeInTheDocument();
    // The page is closed and opened again: what is on the device is there.
    unmount();
    state.online = true;
    open('/rate/secret.token/samples?at=1');
    await screen.findByText('Set 1 of 2, sample 1 of 2');
    expect(screen.getAllByRole('radio', { name: '4 Good', hidden: true })[0]).toBeChecked();
    await waitFor(() => expect(state.sent.at(-1)?.ratings).toMatchObject([{ key: 'k1', values: [4, null] }]));
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
  });

  it('resumes at the first sample that is not rated', async () => {
    rater({
      begun_at: '2026-11-20T12:00:00Z',
      samples: samples.map((each, at) => (at < 2 ? { ...each, values: [3, 3] } : each)),
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Set 2 of 2, sample 1 of 2')).toBeInTheDocument();
  });

  it('takes answers to two questions at once, where all are shown', async () => {
    const state = rater({ begun_at: '2026-11-20T12:00:00Z', samples });
    open('/rate/secret.token/samples?at=1');
    const radios = await screen.findAllByRole('radio', { name: '4 Good' });
    await settled();
    for (const radio of radios) fireEvent.click(radio);
    await waitFor(() => expect(state.sent.at(-1)?.ratings).toMatchObject([{ key: 'k1', values: [4, 4] }]));
  });

  it('leads back to each question of a sample, where only one is shown', async () => {
    const real = globalThis.matchMedia;
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) => ({
      ...real(query),
      matches: query.includes('899px'),
    }));
    const state = rater({ begun_at: '2026-11-20T12:00:00Z', samples });
    const { user } = open('/rate/secret.token/samples?at=1');
    const [fluency, relevance] = (await screen.findAllByRole('radio', { name: '4 Good' })) as HTMLElement[];
    await settled();
    await user.click(fluency as HTMLElement);
    expect(current()).toBe('Relevance');
    // The second of two taps does not answer what it lands on.
    await user.click(relevance as HTMLElement);
    expect(relevance).not.toBeChecked();
    const steps = within(screen.getByRole('group', { name: 'Questions' }));
    expect(steps.getByRole('button', { pressed: true })).toHaveAccessibleName('2 Relevance');
    await user.click(steps.getByRole('button', { name: '1 Fluency' }));
    expect(current()).toBe('Fluency');
    await settled();
    await user.click(screen.getAllByRole('radio', { name: '2 Poor' })[0] as HTMLElement);
    await waitFor(() => expect(state.sent.at(-1)?.ratings).toMatchObject([{ key: 'k1', values: [2, null] }]));
  });

  it('asks for headphones, and lets nobody rate what was not heard to its end', async () => {
    const questions = [{ name: 'Naturalness', meaning: 'How natural?', scale: 'half' as const, words }];
    const state = rater({ medium: 'sound', questions });
    const { user } = open();
    const start = await screen.findByRole('button', { name: 'Agree and start' });
    expect(start).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Play test' }));
    await user.type(screen.getByLabelText('Left ear'), '3');
    await user.type(screen.getByLabelText('Right ear'), '3');
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(screen.getByText('Not right. 2 more tries.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Play test' }));
    await user.type(screen.getByLabelText('Left ear'), '2');
    await user.type(screen.getByLabelText('Right ear'), '3');
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(screen.getByText('right')).toBeInTheDocument();
    await user.click(start);
    expect(await screen.findByText('Listen to the end first')).toBeInTheDocument();
    expect(state.begun).toEqual([{ consent: 3, headphones: 'passed' }]);
    await user.keyboard('4');
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
    fireEvent.ended(document.querySelector('audio') as HTMLAudioElement);
    await user.keyboard('4.{Enter}');
    await waitFor(() => expect(state.sent.at(-1)?.ratings).toMatchObject([{ key: 'k1', values: [4.5], heard: true }]));
  });

  it('notes who goes on without headphones', async () => {
    const state = rater({ medium: 'sound' });
    const { user } = open();
    for (let n = 0; n < 3; n++) {
      await user.click(await screen.findByRole('button', { name: 'Play test' }));
      await user.type(screen.getByLabelText('Left ear'), '9');
      await user.type(screen.getByLabelText('Right ear'), '9');
      await user.click(screen.getByRole('button', { name: 'Check' }));
    }
    await user.click(screen.getByRole('button', { name: 'Go on without headphones' }));
    await user.click(screen.getByRole('button', { name: 'Agree and start' }));
    await waitFor(() => expect(state.begun).toEqual([{ consent: 3, headphones: 'without' }]));
  });

  it('says that a task has closed, and that nobody is needed any more', async () => {
    const state = rater({
      open: false,
      begun_at: '2026-11-20T12:00:00Z',
      closes_at: '2026-11-21T12:00:00Z',
      code: 'R-9',
    });
    const { unmount } = open();
    const heading = /^This task closed on 21 November 2026 at \d\d:\d\d [^ ]+\.$/;
    expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument();
    expect(screen.getByText('Your ratings were saved.')).toBeInTheDocument();
    expect(screen.getByText('R-9')).toBeInTheDocument();
    unmount();
    state.view = { ...state.view, open: true, begun_at: null };
    state.refusal = { code: 'enough', detail: 'x', errors: [] };
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Agree and start' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('All ratings that were needed are there.');
  });

  it('is rated once the picture beside it has come, which can be enlarged', async () => {
    HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
      this.open = true;
    };
    const picture = { width: 1600, height: 900, alt: 'A pier' };
    const state = rater({ begun_at: '2026-11-20T12:00:00Z', samples: samples.map((one) => ({ ...one, picture })) });
    const { user } = open('/rate/secret.token/samples?at=2');
    const image = await screen.findByAltText('A pier');
    // Of the set, whichever of its samples is open: one address.
    expect(image).toHaveAttribute('src', '/api/v1/rate/secret.token/samples/k1/picture/');
    await user.keyboard('4');
    expect(screen.getAllByText('Wait for the picture')).toHaveLength(2);
    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled();
    fireEvent.error(image);
    expect(screen.getByRole('alert')).toHaveTextContent('The picture doesn’t load.');
    expect(screen.getAllByText('Load the picture first: press “Try again”')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    // A failure that lasts as long as an outage is over with it.
    fireEvent.error(screen.getByAltText('A pier'));
    fireEvent(window, new Event('online'));
    expect(screen.getAllByText('Wait for the picture')).toHaveLength(2);
    fireEvent.load(screen.getByAltText('A pier'));
    expect(screen.queryByText('Wait for the picture')).not.toBeInTheDocument();
    await user.keyboard('v');
    expect(screen.getByRole('dialog', { name: 'Picture', hidden: true })).toBeInTheDocument();
    await user.keyboard('4'); // Under a dialog, nothing is rated.
    await waitFor(() => expect(state.sent).toEqual([]));
    fireEvent(screen.getByRole('dialog', { hidden: true }), new Event('close'));
    await user.keyboard('4');
    await waitFor(() => expect(state.sent[0]?.ratings[0]).toMatchObject({ key: 'k2', values: [4, null] }));
  });

  it('says what to do about a link that leads nowhere', async () => {
    server.use(
      http.get('*/api/v1/rate/:token/samples/', () => HttpResponse.json({ code: 'not_found' }, { status: 404 })),
    );
    open();
    expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeInTheDocument();
  });

  it('shows a trial of a task and sends nothing', async () => {
    const requests: string[] = [];
    const view = { ...rater({ samples }).view };
    server.use(
      http.get('*/api/v1/rating-tasks/7/trial/', () => HttpResponse.json(view)),
      http.all('*', ({ request }) => {
        requests.push(request.method);
      }),
    );
    history.replaceState(null, '', '/rate/try/7');
    const user = userEvent.setup();
    render(<RaterPage source={ofTrial(7)} />);
    expect(await screen.findByText('A trial: nothing that you enter is stored.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Agree and start' }));
    await screen.findByText('Set 1 of 2, sample 1 of 2');
    await user.keyboard('44');
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(requests.filter((method) => method !== 'GET')).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });

  it('leads whoever is signed out from a trial to signing in, and back', async () => {
    const detail = 'Authentication credentials were not provided.';
    server.use(
      http.get('*/api/v1/rating-tasks/7/trial/', () =>
        HttpResponse.json({ code: 'not_authenticated', detail, errors: [] }, { status: 403 }),
      ),
    );
    history.replaceState(null, '', '/rate/try/7');
    render(<RaterPage source={ofTrial(7)} />);
    expect(await screen.findByRole('heading', { name: 'Sign in to open this page' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in?next=%2Frate%2Ftry%2F7');
    expect(screen.queryByText(detail)).not.toBeInTheDocument();
  });

  it('plays the sounds of a trial', async () => {
    const heard: string[] = [];
    const { view } = rater({ samples, medium: 'sound', headphones: 'passed' });
    server.use(
      http.get('*/api/v1/rating-tasks/7/trial/', () => HttpResponse.json(view)),
      http.get('*/api/v1/rating-tasks/7/samples/:key/sound/', ({ params }) => {
        heard.push(String(params.key));
        return HttpResponse.arrayBuffer(new ArrayBuffer(8));
      }),
    );
    history.replaceState(null, '', '/rate/try/7');
    const user = userEvent.setup();
    render(<RaterPage source={ofTrial(7)} />);
    await user.click(await screen.findByRole('button', { name: 'Agree and start' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Play' })).toBeEnabled());
    fireEvent.ended(document.querySelector('audio') as HTMLAudioElement);
    await user.keyboard('33');
    await waitFor(() => expect(screen.getByRole('button', { name: /Next/ })).toBeEnabled());
    // Of the set that is open and the next one, the first at once.
    await waitFor(() => expect(heard).toEqual(['k1', 'k2', 'k3', 'k4']));
  });

  it('asks again for a sound that did not load, once the device is online', async () => {
    rater({ begun_at: '2026-11-20T12:00:00Z', samples, medium: 'sound' });
    server.use(
      http.get('*/api/v1/rate/:token/samples/:key/sound/', () => HttpResponse.json({}, { status: 503 }), {
        once: true,
      }),
    );
    open('/rate/secret.token/samples?at=1');
    expect(await screen.findByText('This sample doesn’t load.')).toBeInTheDocument();
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Play' })).toBeEnabled());
  });

  it('takes what a member rates without a link, under their own account', async () => {
    const sent: string[] = [];
    const { view } = rater({ samples });
    server.use(
      http.get('*/api/v1/my-ratings/7/', () => HttpResponse.json({ ...view, begun_at: '2026-11-20T12:00:00Z' })),
      http.patch('*/api/v1/my-ratings/7/', async ({ request }) => {
        sent.push(await request.text());
        return HttpResponse.json({ n_open: 0, finished_at: null, code: '' });
      }),
    );
    history.replaceState(null, '', '/rate/mine/7');
    render(<RaterPage source={ofMember(7)} />);
    expect(await screen.findByText(/^This page brings you back/)).toBeVisible(); // there is no link
    await userEvent.setup().click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText('Set 1 of 2, sample 1 of 2');
    await userEvent.setup().keyboard('44');
    await waitFor(() => expect(sent[0]).toContain('"values":[4,4]'));
  });
});
