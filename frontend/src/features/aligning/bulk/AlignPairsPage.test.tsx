import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { BulkPreview, Engine } from '@/api/types';
import { bulk, page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { AlignPairsPage } from './AlignPairsPage';

const found: BulkPreview = {
  n_pairs: 9812,
  n_examined: 9812,
  n_to_align: 9700,
  n_aligned: 4,
  n_skipped: 100,
  refusals: [{ reason: 'One of its texts is empty.', n_pairs: 12 }],
  seconds: 14_400,
  bytes: 200 * 1024 ** 2,
  left_out: '',
  n_processes: 2,
  examples: [{ kind: 'bitext', pair: 7 }],
};
const cost = { seconds: 1, bytes: 1000, left_out: '', too_large: '' };
const engine = (name: string, label: string): Engine => ({
  name,
  label,
  available: true,
  reason: '',
  cost,
  options: [],
});

let role = 'admin';
let preview: BulkPreview = found;
let asked: { filter: Record<string, string>; engine: string; again: boolean }[] = [];

beforeEach(() => {
  role = 'admin';
  preview = found;
  asked = [];
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role }))),
    http.get('*/api/v1/bulk-alignments/', () => HttpResponse.json(page([]))),
    http.get('*/api/v1/engines/', () =>
      HttpResponse.json([engine('auto', 'Best available'), engine('lengths', 'Lengths only')]),
    ),
    http.post('*/api/v1/bulk-alignments/preview/', async ({ request }) => {
      asked.push((await request.json()) as (typeof asked)[number]);
      return HttpResponse.json(preview);
    }),
  );
});

const open = (query = '') => renderAt(`/p/harbour/pairs/align${query}`, '/p/:slug/pairs/align', <AlignPairsPage />);

it('says what will be done, skipped and refused before it is started', async () => {
  open('?search=tide&stage=unaligned');
  const part = await screen.findByRole('region', { name: 'What will happen' });
  expect(await within(part).findByText('9,700')).toBeInTheDocument();
  expect(within(part).getByText(/^100, which have a run with the same result/)).toBeInTheDocument();
  expect(within(part).getByText('About 2 h, with 2 processes at work')).toBeInTheDocument();
  expect(within(part).getByText(/^4 of them have an alignment/)).toBeInTheDocument();
  expect(within(part).getByText('Up to 200 MB for one run')).toBeInTheDocument();
  expect(within(part).getByText(/One of its texts is empty/)).toHaveTextContent('12');
  expect(asked.at(-1)).toMatchObject({ filter: { search: 'tide', stage: 'unaligned' }, engine: 'auto', again: false });
});

it('starts it with the engine that was chosen, and goes back to the list', async () => {
  let body: unknown;
  server.use(
    http.post('*/api/v1/bulk-alignments/', async ({ request }) => {
      body = await request.json();
      return HttpResponse.json(bulk({ state: 'queued' }), { status: 201 });
    }),
  );
  const { user, router } = open('?kind=bitext&stage=unaligned');
  await user.click(await screen.findByRole('radio', { name: 'Lengths only' }));
  await user.click(screen.getByRole('checkbox', { name: /Also pairs that have a run/ }));
  const start = screen.getByRole('button', { name: 'Align 9,700 pairs' });
  expect(start).toBeDisabled();
  await waitFor(() => expect(start).toBeEnabled(), { timeout: 3000 });
  expect(asked.at(-1)).toMatchObject({ engine: 'lengths', again: true });
  await user.click(start);
  await waitFor(() => expect(router.state.location.pathname).toBe('/p/harbour/pairs'));
  expect(router.state.location.search).toBe('?kind=bitext');
  expect(body).toEqual({
    project: 'harbour',
    filter: { search: '', kind: 'bitext', stage: 'unaligned' },
    engine: 'lengths',
    options: {},
    again: true,
  });
});

it('lets pairs of two kinds be narrowed down to one', async () => {
  preview = { ...found, examples: [...found.examples, { kind: 'paper_talk', pair: 8 }] };
  const { user, router } = open();
  await user.click(await screen.findByRole('button', { name: 'Only paper and talk' }));
  expect(router.state.location.search).toBe('?kind=paper_talk');
});

it('offers nothing to start where nothing is to be done', async () => {
  preview = { ...found, n_pairs: 0, n_to_align: 0, n_aligned: 0, n_skipped: 0, refusals: [], examples: [] };
  open();
  expect(await screen.findByText(/No pairs match/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Align 0 pairs' })).toBeDisabled();
});

it('is for admins', async () => {
  role = 'annotator';
  open();
  expect(await screen.findByText('Only project admins can align pairs.')).toBeInTheDocument();
});
