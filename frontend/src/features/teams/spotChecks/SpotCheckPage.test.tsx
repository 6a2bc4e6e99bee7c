import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { defaults, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import type { Item, Judged, JudgedSpotCheck, SpotCheck } from './requests';
import { SpotCheckPage } from './SpotCheckPage';
import { SpotChecksPage } from './SpotChecksPage';

const item = (position: number, over: Partial<Item> = {}): Item => ({
  ...{ position, document: 5, title: 'Origins', language: 'en', page: position + 1, span: null },
  ...{ text: `Slide ${position + 1}`, verdict: '', note: '', revision: 0 },
  ...over,
});
const check = (over: Partial<SpotCheck> = {}): SpotCheck => ({
  ...{ id: 9, kind: 'slides', state: 'open', is_own: false, person: null, seed: 3, most_faulty: 1 },
  ...{ n_items: 3, n_judged: 0, n_faulty: 0, reason: '' },
  ...{ created_at: '2026-11-20T12:00:00Z', decided_at: null },
  ...over,
});

/** A server that keeps one spot check. */
function open(over: Partial<JudgedSpotCheck> = {}, role = 'adjudicator') {
  const state = {
    check: { ...check(), items: [item(0), item(1), item(2)], ...over } as JudgedSpotCheck,
    sent: [] as Judged[],
    decided: [] as unknown[],
  };
  const counted = () => {
    const { items } = state.check;
    const n = (verdict: string) => items.filter((one) => one.verdict === verdict).length;
    state.check = { ...state.check, n_judged: items.length - n(''), n_faulty: n('faulty') };
  };
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role: role as 'admin' }))),
    http.get('*/api/v1/documents/5/pages/', () =>
      HttpResponse.json({ pictures: null, can_be_drawn: true, limit_bytes: 1, pages: [] }),
    ),
    http.get('*/api/v1/spot-checks/9/', () => HttpResponse.json(state.check)),
    http.put('*/api/v1/spot-checks/9/items/:position/', async ({ request, params }) => {
      const body = (await request.json()) as Omit<Judged, 'position'>;
      const there = state.check.items[Number(params.position)] as Item;
      state.sent.push({ ...body, position: there.position });
      if (body.revision !== there.revision) {
        const { position, verdict, note, revision } = there;
        return HttpResponse.json(
          {
            code: 'judged',
            detail: 'Ines judged this one meanwhile: right.',
            errors: [],
            item: { position, verdict, note, revision },
          },
          { status: 409 },
        );
      }
      const judged = { position: there.position, verdict: body.verdict, note: body.note, revision: there.revision + 1 };
      state.check = {
        ...state.check,
        items: state.check.items.map((one) => (one === there ? { ...one, ...judged } : one)),
      };
      counted();
      return HttpResponse.json(judged);
    }),
    http.post('*/api/v1/spot-checks/9/:act/', async ({ request, params }) => {
      const body = params.act === 'decide' ? ((await request.json()) as { reason: string }) : null;
      state.decided.push(body ?? params.act);
      const isReturned = (state.check.n_faulty ?? 0) > state.check.most_faulty;
      const decision = isReturned ? 'returned' : 'accepted';
      state.check = { ...state.check, state: body ? decision : 'open', reason: isReturned ? (body?.reason ?? '') : '' };
      return HttpResponse.json(state.check);
    }),
  );
  return {
    state,
    ...renderAt('/p/harbour/reviews/spot-checks/9', '/p/:slug/reviews/spot-checks/:id', <SpotCheckPage />),
  };
}

const places = () => screen.findByRole('list', { name: 'What was drawn' });

it('is judged by keys, and accepted with as many faults as may be', async () => {
  const { state, user } = open();
  await places();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: '2, not judged' })).toHaveAttribute('aria-current'));
  await user.keyboard('x');
  await user.keyboard('A word is missing{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: '3, not judged' })).toHaveAttribute('aria-current'));
  expect(screen.getByText(/2 of 3 slides judged, 1 faulty, at most 1 may be/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Decision' })).toBeNull();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Accept the work' }));
  expect(await screen.findByText('Accepted.')).toBeVisible();
  expect(state.sent.map(({ position, verdict, note }) => [position, verdict, note])).toEqual([
    [0, 'right', ''],
    [1, 'faulty', 'A word is missing'],
    [2, 'right', ''],
  ]);
  expect(screen.queryByRole('button', { name: /^Right/ })).toBeNull();
});

it('has Enter for what a click has opened', async () => {
  const { state, user } = open();
  await places();
  await user.click(screen.getByRole('button', { name: '2, not judged' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: '3, not judged' })).toHaveAttribute('aria-current'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(state.sent.map(({ position }) => position)).toEqual([1, 2]));
});

it('is sent back with a reason once too many are faulty, and that is undone', async () => {
  const { state, user } = open();
  await places();
  for (const note of ['a', 'b']) {
    await user.keyboard('x');
    await user.keyboard(`${note}{Enter}`);
    await waitFor(() => expect(state.sent.at(-1)?.note).toBe(note));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'What is wrong' })).toBeNull());
  }
  await user.click(await screen.findByRole('button', { name: 'Send the work back' }));
  const dialog = await screen.findByRole('dialog');
  const reason = within(dialog).getByRole('textbox', { name: 'Reason' });
  expect(reason).toHaveValue('2 of 3 slides are faulty; at most 1 may be.');
  await user.type(reason, ' Look again.');
  await user.click(within(dialog).getByRole('button', { name: 'Send back' }));
  expect(await screen.findByText('Sent back.')).toBeVisible();
  expect(state.decided).toEqual([{ reason: '2 of 3 slides are faulty; at most 1 may be. Look again.' }]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(state.decided.at(-1)).toBe('reopen'));
  expect(await screen.findByRole('button', { name: 'Send the work back' })).toBeVisible();
});

it('a verdict is undone by Z, and another one’s is shown instead', async () => {
  const { state, user } = open();
  await places();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(state.sent).toHaveLength(1));
  await screen.findByRole('button', { name: '1, right' });
  await user.keyboard('z');
  await screen.findByRole('button', { name: '1, not judged' });
  expect(state.sent.at(-1)).toEqual({ position: 0, verdict: '', note: '', revision: 1 });
  const first = state.check.items[0] as Item;
  state.check = { ...state.check, items: [{ ...first, verdict: 'right', revision: 7 }, ...state.check.items.slice(1)] };
  await user.keyboard('x');
  await user.keyboard('wrong{Enter}');
  expect(await screen.findByText('Ines judged this one meanwhile: right.')).toBeVisible();
  expect(screen.getByRole('button', { name: '1, right' })).toBeVisible();
});

it('an answer of a transcript stands in its line, with its sound', async () => {
  const span = { before: 'so', after: 'and on', start: 3, end: 4, media_url: null };
  open({ kind: 'masks', items: [item(0, { page: null, span, text: 'a cascade' })] });
  expect(await screen.findByText('There is no recording: judge by the line.')).toBeVisible();
  expect(screen.getByText('a cascade', { selector: 'mark' })).toBeVisible();
});

it('one’s own work shows what is wrong, and why it was sent back', async () => {
  const items = [item(0, { verdict: 'faulty', note: 'A word is missing' })];
  open({ is_own: true, state: 'returned', reason: '2 of 3 are faulty.', items }, 'annotator');
  expect(await screen.findByText('2 of 3 are faulty.')).toBeVisible();
  expect(screen.getByText('A word is missing')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Origins, page 1' })).toBeVisible();
  expect(screen.queryByRole('list', { name: 'What was drawn' })).toBeNull();
});

it('an admin draws, with what the paper has as a start', async () => {
  const drawn: unknown[] = [];
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role: 'admin' }))),
    http.get('*/api/v1/defaults/', () => HttpResponse.json(defaults())),
    http.get('*/api/v1/projects/harbour/spot-checks/', () =>
      HttpResponse.json({
        checks: [check({ is_own: true, state: 'returned', reason: 'Too many.', n_faulty: 2 })],
        settled: { slides: 8, masks: 0 },
      }),
    ),
    http.post('*/api/v1/projects/harbour/spot-checks/', async ({ request }) => {
      drawn.push(await request.json());
      return HttpResponse.json({ checks: [check()], settled: { slides: 8, masks: 0 } }, { status: 201 });
    }),
  );
  const { user } = renderAt(
    '/p/harbour/reviews/spot-checks',
    '/p/:slug/reviews/spot-checks',
    <SpotChecksPage tabs={null} />,
  );
  expect(await screen.findByText('Too many.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Draw' }));
  await waitFor(() => expect(drawn).toEqual([{ kind: 'slides', n_items: 120, most_faulty: 10, seed: null }]));
});
