import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { ines, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import type { Clips, StoredSegments } from './requests';
import { SegmentsPage } from './SegmentsPage';

const version = (n: number) => `2026-11-20T12:00:0${n}Z`;
const rules = { pause_seconds: 0.2, close_seconds: 8, max_seconds: 10, drop_seconds: 5 };

const stored = (over: Partial<StoredSegments> = {}): StoredSegments => ({
  ...{ project: 'harbour', title: 'Two origins', language: 'en', media_url: null, has_newer: false, refusal: '' },
  has_word_times: true,
  pieces: [
    ['every silence ', 0, 3],
    ['has two ', 4, 8],
    ['origins', 9, 12],
  ],
  segments: [
    { start: 0, end: 4, is_set: false },
    { start: 4, end: 12, is_set: false },
  ],
  ...{ rules, changed_at: version(1), changed_by: ines },
  ...over,
});

type Body = { segments: { start: number; end: number; is_set?: boolean }[]; changed_at: string | null };

/** A server that keeps the segments of one transcript, and refuses what is based on others. */
function open({ at = stored(), role = 'admin', clips = null as Clips['clips'], refusal = '' } = {}) {
  const state = { at, sent: [] as Body[], cut: [] as unknown[], asked: [] as unknown[] };
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role: role as 'admin' }))),
    http.get('*/api/v1/documents/7/segments/', () => HttpResponse.json(state.at)),
    http.get('*/api/v1/documents/7/peaks/', () =>
      HttpResponse.json({
        refusal: 'No recording is on this site.',
        state: null,
        error: '',
        per_second: 0,
        seconds: 0,
        peaks: '',
      }),
    ),
    http.get('*/api/v1/documents/7/clips/', () => HttpResponse.json({ refusal, clips })),
    http.post('*/api/v1/documents/7/clips/', async ({ request }) => {
      state.asked.push(await request.json());
      return HttpResponse.json({ refusal, clips }, { status: 201 });
    }),
    http.put('*/api/v1/documents/7/segments/', async ({ request }) => {
      const body = (await request.json()) as Body;
      state.sent.push(body);
      if (body.changed_at !== state.at.changed_at) {
        const { segments, changed_at } = state.at;
        return HttpResponse.json(
          {
            code: 'segments_changed',
            detail: 'Ines saved them.',
            saved_by: 'Ines Koba',
            segments: { segments, changed_at },
          },
          { status: 409 },
        );
      }
      const segments = body.segments.map((one) => ({ is_set: false, ...one }));
      state.at = { ...state.at, segments, changed_at: version(state.sent.length + 1) };
      return HttpResponse.json({ changed_at: state.at.changed_at });
    }),
    http.post('*/api/v1/documents/7/segments/', async ({ request }) => {
      state.cut.push(await request.json());
      state.at = stored({ changed_at: version(9) });
      return HttpResponse.json(state.at, { status: 201 });
    }),
  );
  const page = renderAt('/p/harbour/documents/7/segments', '/p/:slug/documents/:id/segments', <SegmentsPage />);
  return { ...page, state };
}

const press = (key: string, over = {}) => fireEvent.keyDown(document.body, { key, ...over });

it('cuts by rules where nobody has, and says what cannot be cut', async () => {
  const { state, user } = open({ at: stored({ segments: null, changed_at: null }) });
  // The form is loaded when it is needed.
  const pause = await screen.findByRole('textbox', { name: 'Cut at pauses over' }, { timeout: 15_000 });
  await user.clear(pause);
  await user.type(pause, '0.5');
  fireEvent.click(screen.getByRole('button', { name: 'Cut' }));
  expect(await screen.findByText(/^2 segments/)).toBeInTheDocument();
  expect(state.cut).toEqual([{ rules: { ...rules, pause_seconds: 0.5 }, changed_at: null }]);
});

it('says why a transcript cannot be cut', async () => {
  open({ at: stored({ segments: null, refusal: 'Two origins has no times, so it can’t be cut.' }) });
  expect(await screen.findByText(/has no times/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Cut' })).toBeNull();
});

it('moves, splits, merges, undoes and saves by keys', async () => {
  const { state } = open();
  await screen.findByText(/^2 segments/);
  press('j');
  press('ArrowRight', { shiftKey: true });
  expect(screen.getByRole('separator', { name: 'segment 2 begins at 00:04.1' })).toBeInTheDocument();
  press('ArrowRight');
  press('s');
  expect(screen.getByText(/^3 segments/)).toBeInTheDocument();
  press('z');
  press('k');
  press('m');
  expect(screen.getByText(/^1 segment,/)).toBeInTheDocument();
  press('z');
  await waitFor(() => expect(state.sent).toHaveLength(1), { timeout: 9000 });
  expect(state.sent[0]).toEqual({
    segments: [
      { start: 0, end: 4.1, is_set: true },
      { start: 4.1, end: 12, is_set: true },
    ],
    changed_at: version(1),
  });
  expect(screen.getByText(/2 set by hand/)).toBeInTheDocument();
});

it('drags a boundary', async () => {
  const { container, state } = open();
  const edge = await screen.findByRole('separator', { name: 'segment 2 begins at 00:04.0' });
  const wave = container.querySelector('[data-field=wave]') as HTMLElement;
  wave.getBoundingClientRect = () => ({ left: 0, width: 240, top: 0, height: 88 }) as DOMRect;
  fireEvent.pointerDown(edge, { button: 0, clientX: 40, pointerId: 1 });
  fireEvent.pointerMove(edge, { clientX: 60, pointerId: 1 });
  fireEvent.pointerUp(edge, { clientX: 60, pointerId: 1 });
  expect(await screen.findByRole('separator', { name: 'segment 2 begins at 00:06.0' })).toBeInTheDocument();
  // What is left unsaved would be sent when the page goes.
  await waitFor(() => expect(state.sent).toHaveLength(1), { timeout: 9000 });
});

it('keeps one’s own or takes the other’s where somebody else has saved meanwhile', async () => {
  const { state } = open();
  await screen.findByText(/^2 segments/);
  state.at = stored({ segments: [{ start: 0, end: 12, is_set: true }], changed_at: version(5) });
  press('Enter');
  const told = await screen.findByRole('region', { name: 'Saved by somebody else' }, { timeout: 9000 });
  expect(told).toHaveTextContent('Ines Koba saved these segments');
  expect(told).toHaveTextContent('1 segment of theirs is not among yours.');
  fireEvent.click(within(told).getByRole('button', { name: 'Take theirs' }));
  expect(await screen.findByText(/^1 segment,/)).toBeInTheDocument();
  expect(state.sent).toHaveLength(1);
});

it('is read alone by those who may not change it', async () => {
  const { state } = open({ role: 'viewer' });
  await screen.findByText(/^2 segments/);
  press('m');
  expect(screen.getByText(/^2 segments/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Merge/ })).toBeNull();
  expect(state.sent).toEqual([]);
});

it('makes clips, shows how far they are, and what to download', async () => {
  const { state } = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Make clips' }));
  await waitFor(() => expect(state.asked).toEqual([{ form: 'flac', rate: null }]));
});

it('says that clips are of other segments', async () => {
  const clips = {
    ...{ form: 'flac' as const, rate: null, state: 'done' as const, progress: 1, message: '', error: '' },
    ...{ n_clips: 2, seconds: 12, size: 2048, is_of_these: false, created_at: version(1), finished_at: version(2) },
  };
  open({ clips });
  expect(await screen.findByRole('link', { name: /2 clips, FLAC, 2.0 kB/ })).toHaveAttribute(
    'href',
    '/api/v1/documents/7/clips/file/',
  );
  expect(screen.getByText(/have changed since/)).toBeInTheDocument();
});
