import { describe, expect, it } from 'vitest';
import { columnsOf, differenceText, figureText, halfText, ranked } from './scores';

const figure = (key: string, value: number | null) => ({ key, label: key, value, half: null, signature: '' });

describe('figures of systems', () => {
  it.each([
    ['bleu', 31.24, '31.2'],
    ['bertscore', 0.8812, '.881'],
    ['bartscore', -2.3149, '−2.31'],
    ['mcd', 6.125, '6.13'],
    ['wer', 1.25, '125.0'],
    ['strict_f1', null, '–'],
  ])('are written as the field writes %s', (key, value, text) => {
    expect(figureText(key, value)).toBe(text);
  });

  it('write intervals and differences in the same way', () => {
    expect(halfText('bartscore', 0.118)).toBe('± 0.12');
    expect(differenceText('bartscore', -0.5)).toBe('−0.50');
    expect(differenceText('bertscore', 0.013)).toBe('+.013');
  });

  it('stand in the order of the guide, the best system first though all are below 0', () => {
    const [worse, better] = [-3.1, -2.2].map((value, id) => ({
      id,
      kind: 'translation' as const,
      figures: [figure('bartscore', value), figure('bleu', 20)],
    }));
    if (!worse || !better) throw new Error('two systems');
    expect(ranked([worse, better]).map(({ id }) => id)).toEqual([1, 0]);
    expect(columnsOf([worse]).map(({ key }) => key)).toEqual(['bleu', 'bartscore']);
  });
});
