import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { pair, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import type { Found, Place } from './model';
import { PassagesPage } from './PassagesPage';
import type { PairPassages } from './requests';

const place = (text: string, near: [number, number][], start = 0): Place => ({
  ...{ start, end: start + 4, page: null, text, answers: [] },
  near: near.map(([sentence, similarity]) => ({ sentence, similarity })),
});
const bars = Array.from({ length: 20 }, (_, at) => ({ from: at / 20, n: 0, n_right: 0, n_kept: 0, n_kept_right: 0 }));
const found = (over: Partial<Found> = {}): Found => ({
  ...{ per: 'span', basis: 'script', method: 'tf-idf', threshold: 0.5, state: 'succeeded' },
  ...{ progress: 1, message: '', error: '', n_talks: 0, histogram: bars },
  places: [
    place('every silence', [
      [0, 0.71],
      [2, 0.64],
      [1, 0.3],
    ]),
    place('nothing like it', [[1, 0.47]], 4),
  ],
  ...over,
});

type Body = { start: number; end: number; known: unknown[]; answers: { sentence: number; is_right: boolean }[] };

function open({ passages = found() as Found | null, role = 'annotator', refusal = '' } = {}) {
  const there: { sentence: number; is_right: boolean }[] = [];
  const state = { sent: [] as Body[], asked: [] as unknown[], there, isGone: false, passages };
  const answer = (): PairPassages => ({
    ...{ refusal, has_timeline: false, deck: null, media_url: null, passages: state.passages },
    methods: [
      { name: 'tf-idf', label: 'Words', refusal: '', threshold: 0.3 },
      { name: 'vectors', label: 'Word vectors', refusal: 'This site has no default word vectors.', threshold: 0.88 },
    ],
  });
  const units = ['Every silence has two origins.', 'We measured lectures.', 'Some are breaths.'];
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role: role as 'admin' }))),
    http.get('*/api/v1/pairs/7/', () => HttpResponse.json({ ...pair({ kind: 'paper_talk' }), runs: [], reviews: [] })),
    http.get('*/api/v1/documents/1/units/', () =>
      HttpResponse.json({
        sections: [],
        units: units.map((text, position) => ({
          ...{ position, text, section: null, speaker: '', page: null, words: [] },
          ...{ start_seconds: null, end_seconds: null },
        })),
      }),
    ),
    http.get('*/api/v1/pairs/7/passages/', () => HttpResponse.json(answer())),
    http.post('*/api/v1/pairs/7/passages/', async ({ request }) => {
      state.asked.push(await request.json());
      return HttpResponse.json(answer(), { status: 201 });
    }),
    http.post('*/api/v1/pairs/7/passages/answers/', async ({ request }) => {
      const body = (await request.json()) as Body;
      state.sent.push(body);
      if (state.isGone) {
        return HttpResponse.json({ code: 'places_changed', detail: 'Passages were found again.' }, { status: 409 });
      }
      if (state.there.length > 0) {
        return HttpResponse.json(
          {
            code: 'passages_changed',
            detail: 'Ines said something else here.',
            saved_by: 'Ines',
            answers: state.there,
          },
          { status: 409 },
        );
      }
      return HttpResponse.json({ answers: body.answers });
    }),
  );
  renderAt('/p/harbour/pairs/7/passages', '/p/:slug/pairs/:pairId/passages', <PassagesPage />);
  return state;
}

// Lists make the rows that are in sight alone.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(480);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(640);
});

const press = (key: string, over = {}) => fireEvent.keyDown(document.body, { key, ...over });
const marks = () => screen.queryAllByRole('img').map((one) => one.getAttribute('aria-label'));

it('accepts and rejects by keys, goes on, and undoes', async () => {
  const state = open();
  await screen.findByRole('region', { name: 'Proposed' });
  press('x');
  press('a');
  await waitFor(() =>
    expect(state.sent.at(-1)?.answers).toEqual([
      { sentence: 0, is_right: false },
      { sentence: 2, is_right: true },
    ]),
  );
  expect(marks()).toEqual(expect.arrayContaining(['rejected', 'accepted']));
  press('z');
  await waitFor(() => expect(state.sent.at(-1)?.answers).toEqual([{ sentence: 0, is_right: false }]));
  press('Enter');
  await waitFor(() => expect(state.sent.at(-1)?.answers).toHaveLength(2));
  expect(await screen.findByText('Nothing above .50. Nearest .47.')).toBeInTheDocument();
});

it('adds a sentence of the paper by keys', async () => {
  const state = open();
  await screen.findByRole('region', { name: 'Proposed' });
  press('j');
  press('+');
  press('j');
  press('Enter');
  await waitFor(() =>
    expect(state.sent).toEqual([{ start: 4, end: 8, known: [], answers: [{ sentence: 2, is_right: true }] }]),
  );
});

it('shows what somebody else has said meanwhile, and says so', async () => {
  const state = open();
  const proposed = await screen.findByRole('region', { name: 'Proposed' });
  state.there = [{ sentence: 0, is_right: false }];
  press('a');
  expect(await screen.findByText('Ines said something else here.')).toBeInTheDocument();
  const first = within(proposed).getByRole('group', { name: 'sentence 1' });
  expect(within(first).getByRole('button', { name: 'No' })).toHaveAttribute('aria-pressed', 'true');
});

it('begins anew with as many places that were found elsewhere', async () => {
  const state = open();
  await screen.findByRole('region', { name: 'Proposed' });
  press('x');
  await waitFor(() => expect(marks()).toContain('rejected'));
  state.passages = found({
    places: [place('of another slide', [[1, 0.8]], 20), place('and one more', [[0, 0.7]], 24)],
  });
  fireEvent(window, new Event('offline'));
  fireEvent(window, new Event('online'));
  expect(await screen.findAllByText(/of another slide/)).not.toHaveLength(0);
  expect(marks()).not.toContain('rejected');
});

it('says that a place is no more, and goes on saving others', async () => {
  const state = open();
  await screen.findByRole('region', { name: 'Proposed' });
  state.isGone = true;
  press('a');
  expect(await screen.findByText('Passages were found again.')).toBeInTheDocument();
  state.isGone = false;
  press('j');
  press('+');
  press('Enter');
  await waitFor(() => expect(state.sent.at(-1)?.start).toBe(4));
  expect(state.sent).toHaveLength(2);
});

it('says why passages could not be found again, and what there was', async () => {
  open({ passages: found({ error: 'The timeline of the deck was removed meanwhile.' }) });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'They could not be found again: The timeline of the deck was removed meanwhile. What there was stays.',
  );
  expect(screen.getByRole('region', { name: 'Proposed' })).toBeInTheDocument();
});

it('says where a way to compare starts, and why', async () => {
  open();
  expect(await screen.findByText(/Starts at \.30: M3AV’s \.50 is of a sentence encoder/)).toBeInTheDocument();
  expect(screen.getByText('Not on this site: word vectors.')).toBeInTheDocument();
});

it('is read alone by viewers', async () => {
  const state = open({ role: 'viewer' });
  await screen.findByRole('region', { name: 'Proposed' });
  press('a');
  press('Enter');
  expect(state.sent).toEqual([]);
  expect(screen.queryByRole('button', { name: /Find again/ })).toBeNull();
});

it('has passages found, and says what a way to compare lacks', async () => {
  const state = open({ passages: null, role: 'admin' });
  const find = await screen.findByRole('button', { name: 'Find passages' });
  expect(screen.getByRole('radio', { name: /Slide/ })).toBeDisabled();
  fireEvent.click(screen.getByRole('combobox', { name: 'Similarity by' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Word vectors' }));
  expect(screen.getByText('This site has no default word vectors.')).toBeInTheDocument();
  expect(find).toBeDisabled();
  fireEvent.click(screen.getByRole('combobox', { name: 'Similarity by' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Words' }));
  fireEvent.click(find);
  await waitFor(() => expect(state.asked).toEqual([{ per: 'span', basis: 'script', method: 'tf-idf' }]));
});
