import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Release } from '@/api/releases';
import type { TestSet } from '@/api/types';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { NewRelease } from './NewRelease';
import { chosenOf, warningOf } from './variants';

const set: TestSet = {
  id: 4,
  project: 'harbour',
  name: 'Spring',
  description: '',
  reviews: [],
  takes: 'all',
  n_rows: 105,
  created_at: '2026-11-20T12:00:00Z',
};

function serve() {
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/v1/releases/', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ id: 1 }, { status: 201 });
    }),
  );
  const releases: Release[] = [];
  return { asked, ...renderAt('/', '/', <NewRelease set={set} releases={releases} />) };
}

describe('the dialog of a new release', () => {
  it('freezes all curated rows unless a variant is chosen', async () => {
    const { asked, user } = serve();
    await user.click(screen.getByRole('button', { name: 'Release 1.0 of Spring' }));
    expect(await screen.findByRole('radio', { name: 'Curated' })).toBeChecked();
    expect(screen.getByText(/^105 rows as they are now/)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'INTER' }));
    expect(screen.getByText(/^Up to 105 rows as they are now/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Freeze 1.0' }));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toMatchObject({ test_set: 4, variant: 'inter' });
  });
});

describe('what is said of a variant', () => {
  it('counts what is in, and what is left out and why', () => {
    const left_out = { null: 3, coarse: 0, intra: 0, inter: 1200, not_judged: 1 };
    expect(chosenOf({ name: 'inter', n_candidates: 2000, left_out }, 796)).toBe(
      'INTER, 796 of 2,000 curated rows; left out: 3 without a text on one side, 1,200 dropped by the inter-sentence ' +
        'filter, 1 regrouped by people or not judged',
    );
  });

  it('the automatic one is of engines alone', () => {
    const left_out = { null: 0, coarse: 0, intra: 0, inter: 0, not_judged: 0 };
    expect(chosenOf({ name: 'automatic', n_candidates: 12, left_out }, 31)).toBe(
      'automatic, the engines’ own links for the talks of 12 curated rows',
    );
    expect(warningOf({ name: 'automatic', n_candidates: 12, left_out })).toMatch(/not reviewed/);
    expect(warningOf(null)).toBe('');
  });

  it('a release of an earlier version holds all curated rows', () => {
    expect(chosenOf(null, 5)).toBe('curated, all rows');
    expect(chosenOf(undefined, 5)).toBe('curated, all rows');
  });
});
