import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { RunComparison } from '@/api/runs';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { CompareRunsPage, chosen, placeOf } from './CompareRunsPage';

const runs = [1, 2, 3].map((id) => ({ id, number: id, engine_label: 'vecAlign', options: {}, state: 'succeeded' }));

const told = (over: Partial<RunComparison> = {}): RunComparison => ({
  first: { id: 2, number: 2, engine_label: 'vecAlign', options: {} },
  second: { id: 3, number: 3, engine_label: 'vecAlign', options: {} },
  agreement: 0.962,
  n_differences: 1,
  scores: [{ key: 'strict_f1', label: 'Strict F1', first: 0.881, second: 0.815 }],
  source_language: 'en',
  target_language: 'ja',
  rows: [
    {
      number: 1,
      text: '手書きで。',
      first: { units: [0], text: 'High water.' },
      second: { units: [], text: '' },
      gold: { units: [0], text: 'High water.' },
    },
  ],
  next_after: null,
  ...over,
});

function serve(answer: RunComparison, given = runs) {
  const asked: string[] = [];
  server.use(
    http.get('*/api/v1/pairs/7/', () => HttpResponse.json({ id: 7, title: 'Ledger' })),
    http.get('*/api/v1/runs/', () => HttpResponse.json({ count: given.length, results: given })),
    http.get('*/api/v1/runs/:id/comparison/', ({ request, params }) => {
      asked.push(`${String(params.id)}:${new URL(request.url).searchParams.get('against')}`);
      return HttpResponse.json(answer);
    }),
  );
  return { asked, ...renderAt('/p/harbour/pairs/7/compare', '/p/:slug/pairs/:pairId/compare', <CompareRunsPage />) };
}

describe('comparing runs', () => {
  it('shows what the two newest link differently, and which is as gold', async () => {
    const { asked } = serve(told());
    const list = await screen.findByRole('list', { name: 'Texts that the runs link to different sources' });
    expect(asked).toEqual(['2:3']);
    expect(within(list).getByText('手書きで。')).toHaveAttribute('lang', 'ja');
    expect(within(list).getByText('High water.')).toBeInTheDocument();
    expect(within(list).getByText('no source')).toBeInTheDocument();
    expect(within(list).getAllByText('as gold')).toHaveLength(1);
    expect(screen.getByText('The runs link 96 % of the target’s text to the same source sentences.')).toBeVisible();
    expect(screen.getByRole('row', { name: 'Strict F1 .88 .81' })).toBeInTheDocument();
  });

  it('keeps the choice in the address, and swaps', async () => {
    const { user, router, asked } = serve(told({ n_differences: 0, rows: [], scores: [] }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Run A' }), 'Run 1, vecAlign');
    expect(router.state.location.search).toBe('?first=1&second=3');
    expect(router.state.preventScrollReset).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Swap the two runs' }));
    expect(router.state.location.search).toBe('?first=3&second=1');
    expect(router.state.preventScrollReset).toBe(true);
    expect(await screen.findByText('Both runs link every text to the same source sentences.')).toBeVisible();
    expect(asked).toEqual(['2:3', '1:3', '3:1']);
  });

  it('needs two finished runs', async () => {
    serve(told(), runs.slice(0, 1));
    expect(await screen.findByText(/the pair has 1 finished run\./u)).toBeInTheDocument();
  });
});

it('the runs are those of the address, else the newest', () => {
  expect(chosen(runs, null, null)).toEqual([2, 3]);
  expect(chosen(runs, '3', null)).toEqual([3, 2]);
  expect(chosen(runs, '1', '1')).toEqual([1, 1]);
  expect(chosen(runs, '99', '2')).toEqual([3, 2]);
  expect(chosen(runs.slice(0, 1), null, null)).toEqual([null, null]);
});

it('source sentences are counted from 1', () => {
  expect(placeOf([])).toBe('');
  expect(placeOf([11])).toBe('sentence 12');
  expect(placeOf([11, 12, 13])).toBe('sentences 12–14');
  expect(placeOf([1, 5])).toBe('sentences 2, 6');
});
