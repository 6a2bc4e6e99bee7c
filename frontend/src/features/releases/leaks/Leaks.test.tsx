import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { TestSet } from '@/api/types';
import type { Leak, LeakCheck } from '@/features/releases/requests/leaks';
import type { Release } from '@/features/releases/requests/releases';
import { page } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { Leaks } from './Leaks';
import { comparedWith, leakText } from './leakWords';

const set = { id: 4, project: 'harbour', name: 'Spring', n_rows: 9 } as TestSet;
const releases = [
  { id: 7, test_set: 4, title: 'Spring', version: '1.0', n_rows: 9 },
  { id: 8, test_set: 5, title: 'Autumn', version: '2.1', n_rows: 20 },
] as Release[];
const done = {
  id: 1,
  test_set: 4,
  state: 'done',
  progress: 1,
  message: '',
  error: '',
  releases: [{ id: 8, title: 'Autumn', version: '2.1' }],
  lines_name: '',
  n_rows: 9,
  n_compared: 20,
  parts: [
    { name: 'test', n_rows: 4 },
    { name: 'train', n_rows: 5 },
  ],
  counts: { talk: 0, speaker: 1, text: 0, near_text: 1 },
  asked_by: null,
  created_at: '2026-11-20T12:00:00Z',
  finished_at: '2026-11-20T12:00:00Z',
} as unknown as LeakCheck;
const side = { part: 'test', talk: 'The lamp', speaker: 'Yuko Ono' };

function serve(checks: LeakCheck[]) {
  const state = { checks, body: null as unknown };
  server.use(
    http.get('*/api/v1/releases/', () => HttpResponse.json(page(releases))),
    http.get('*/api/v1/leak-checks/', () => HttpResponse.json(page(state.checks))),
    http.get('*/api/v1/leak-checks/1/leaks/', ({ request }) => {
      const near = new URL(request.url).searchParams.get('kind') === 'near_text';
      const text = { row: 'a', side: 'source', language: 'en', text: 'The keeper lit the lamp.' };
      const leak = near
        ? { ours: { ...side, ...text }, theirs: { ...side, ...text, part: 'train', text: 'The keeper lit a lamp.' } }
        : { ours: side, theirs: { ...side, part: 'train', talk: 'The tide', speaker: 'Ōno, Yūko' } };
      const kind = near ? 'near_text' : 'speaker';
      const found = { number: 1, kind, likeness: near ? 0.81 : null, n_rows: near ? null : 4, ...leak };
      return HttpResponse.json({ leaks: [found], next_after: null });
    }),
    http.post('*/api/v1/leak-checks/', async ({ request }) => {
      state.body = await request.json();
      state.checks = [{ ...done, id: 2, state: 'queued', counts: null, n_rows: null } as LeakCheck];
      return HttpResponse.json(state.checks[0], { status: 201 });
    }),
  );
  return state;
}

async function opened(checks: LeakCheck[], canChange = true) {
  const state = serve(checks);
  const rendered = renderAt('/', '/', <Leaks set={set} canChange={canChange} />);
  return { ...rendered, state };
}

describe('leaks', () => {
  it('are listed by kind, both texts beside each other', async () => {
    const { user } = await opened([done], false);
    const list = await screen.findByRole('list', { name: 'Leaks' });
    expect(await within(list).findByText('train, The tide, Ōno, Yūko')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Check/ })).not.toBeInTheDocument();
    await user.click(screen.getByText('Nearly the same text 1'));
    expect(await screen.findByText('81 % alike')).toBeInTheDocument();
    expect(screen.getByText('The keeper lit the lamp.')).toBeInTheDocument();
    expect(screen.getByText('a', { selector: 'ins' })).toBeInTheDocument();
  });

  it('are looked for in other releases and a text', async () => {
    const { user, state } = await opened([]);
    expect(await screen.findByText(/Not checked yet/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Check for leaks in Spring' }));
    await user.click(await screen.findByRole('combobox', { name: 'Compare with releases' }));
    expect(screen.queryByRole('option', { name: 'Spring 1.0' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('option', { name: 'Autumn 2.1' }));
    await user.click(screen.getByRole('button', { name: 'Check' }));
    await waitFor(() => expect(state.body).toEqual({ test_set: 4, releases: [8], lines: '', lines_name: '' }));
    expect(await screen.findByText(/Waiting for a worker/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Cancel the check' })).toBeInTheDocument();
  });

  it('say what was compared, also where nothing was found', async () => {
    await opened([{ ...done, counts: { talk: 0, speaker: 0, text: 0, near_text: 0 } }]);
    expect(await screen.findByText(/No leaks found/)).toHaveTextContent(
      '9 rows, in test and train, compared with Autumn 2.1 (20 rows and lines)',
    );
    expect(comparedWith({ ...done, releases: [], n_compared: 0, parts: [{ name: '', n_rows: 9 }] })).toBe('9 rows');
  });

  it('are put in words', () => {
    const leak = { number: 1, ours: side, theirs: side } as Leak;
    expect(leakText({ ...leak, kind: 'talk', likeness: 0, n_rows: 0 })).toBe('same id or title');
    expect(leakText({ ...leak, kind: 'talk', likeness: 0.95, n_rows: 19 })).toBe('19 rows alike (95 %)');
    expect(leakText({ ...leak, kind: 'text', likeness: 1, n_rows: null })).toBe('');
  });
});
