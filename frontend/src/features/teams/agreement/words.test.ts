import { describe, expect, it } from 'vitest';
import type { Measure } from './requests';
import { cellSentence, isGrid, listed, lowest, saidText, valuesOf } from './words';

const measure = (over: Partial<Measure> = {}): Measure => ({
  measure: 'good_mt',
  name: 'good_mt',
  kind: 'values',
  is_label: true,
  n_talks: 3,
  n_units: 100,
  n_differing: 20,
  value: 0.5,
  kappa: 0.5,
  raw: 0.8,
  low: 0.4,
  high: 0.6,
  only_value: null,
  cells: [],
  ...over,
});

describe('words of agreement', () => {
  it('says what was said', () => {
    expect(['yes', '', '[]', '["omission","style"]', 'has'].map(saidText)).toEqual([
      'yes',
      'not set',
      'none',
      'omission, style',
      'has it',
    ]);
  });

  it('orders yes before no, and not set last', () => {
    const cells = [
      { first: '', second: 'no', n: 1 },
      { first: 'no', second: 'yes', n: 1 },
    ];
    expect(valuesOf(cells)).toEqual(['yes', 'no', '']);
  });

  it('lists what differs first where there is no grid', () => {
    const cells = [
      { first: '[]', second: '[]', n: 90 },
      { first: '["a"]', second: '[]', n: 3 },
      { first: '[]', second: '["a"]', n: 7 },
    ];
    const tags = measure({ kind: 'sets', cells });
    expect(isGrid(tags)).toBe(false);
    expect(listed(tags).map(({ n }) => n)).toEqual([7, 3, 90]);
    expect(isGrid(measure({ cells: [{ first: 'yes', second: 'no', n: 1 }] }))).toBe(true);
  });

  it('tells a cell as a sentence', () => {
    const say = (of: Partial<Measure>, first: string, second: string, n: number) =>
      cellSentence(measure(of), { first, second, n }, 'Aisha', 'Tomás');
    expect(say({}, 'yes', 'no', 171)).toBe('In 171 rows Aisha says yes and Tomás says no.');
    expect(say({ kind: 'overlap', measure: 'links' }, 'lacks', 'has', 1)).toBe('Only Tomás has 1 link.');
    expect(say({ kind: 'overlap', measure: 'boundaries' }, 'has', 'has', 2)).toBe(
      'Aisha and Tomás both have 2 boundaries.',
    );
    expect(say({ kind: 'pieces', measure: 'meanings' }, 'different', 'different', 2)).toBe(
      'In 2 pieces, the sources are different.',
    );
  });

  it('begins with the lowest figure that enough rows speak for', () => {
    const measures = [
      measure({ measure: 'links', value: 0.9 }),
      measure({ measure: 'tags', value: 0.1, n_units: 12 }),
      measure({ measure: 'good_mt', value: 0.5 }),
    ];
    expect(lowest(measures, 30)?.measure).toBe('good_mt');
    expect(lowest([], 30)).toBeUndefined();
  });
});
