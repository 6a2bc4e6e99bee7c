import { screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { describe, expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { RatedByPeople } from './RatedByPeople';

type Ratings = ComponentProps<typeof RatedByPeople>['ratings'];

const mean = (system: string, value: number | null) => ({
  system,
  value,
  low: value === null ? null : value - 0.2,
  high: value === null ? null : value + 0.2,
});
const ratings = [
  {
    name: '要約',
    closed_on: '2026-11-20',
    n_raters: 9,
    n_counted: 8,
    n_ratings: 128,
    n_sets: 8,
    questions: [
      { name: 'Coherence', systems: [mean('At random', 2.3), mean('Most spoken', 4.1), mean('Late', null)] },
      { name: 'Fluency', systems: [mean('At random', 4.2), mean('Most spoken', 3.9)] },
    ],
  },
] as unknown as Ratings;

describe('what people said of systems, in a release', () => {
  it('is a table: the best over all questions first, the best of each in bold, what is not there a dash', () => {
    renderAt('/', '/', <RatedByPeople ratings={ratings} />);
    const rows = within(screen.getByRole('group', { name: '要約' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'Most spoken4.10 3.90–4.303.90 3.70–4.10',
      'At random2.30 2.10–2.504.20 4.00–4.40',
      'Late––',
    ]);
    expect(rows.map((row) => row.querySelector('b')?.textContent)).toEqual(['4.10', '4.20', undefined]);
    expect(screen.getByText(/^8 of 9 raters counted, 128 samples rated in 8 sets/)).toBeVisible();
  });

  it('is nothing where there was no task', () => {
    renderAt('/', '/', <RatedByPeople ratings={[]} />);
    expect(document.querySelector('table, h2')).toBeNull();
  });
});
