import { describe, expect, it } from 'vitest';
import { offsetFor } from './useScrollToActive';

const height = 300;

describe('where the rows are scrolled to', () => {
  it('keeps two rows above the next one only while all of it is seen', () => {
    expect(offsetFor('third', { start: 200, end: 260 }, 140, height, 0)).toBe(140);
    expect(offsetFor('third', { start: 500, end: 560 }, 100, height, 0)).toBe(260);
    expect(offsetFor('third', { start: 500, end: 780 }, 100, height, 0)).toBe(480);
  });

  it.each(['near', 'third', 'centre'] as const)(
    'shows a row that is taller than the pane from its beginning: %s',
    (how) => {
      expect(offsetFor(how, { start: 400, end: 900 }, 300, height, 600)).toBe(400);
      expect(offsetFor(how, { start: 0, end: 900 }, 0, height, 250)).toBe(0);
    },
  );

  it('moves as little as needed when one walks', () => {
    expect(offsetFor('near', { start: 100, end: 160 }, 0, height, 50)).toBe(50);
    expect(offsetFor('near', { start: 100, end: 160 }, 0, height, 120)).toBe(100);
    expect(offsetFor('near', { start: 380, end: 460 }, 0, height, 100)).toBe(160);
  });

  it('leaves a tall row where it is under the pointer', () => {
    expect(offsetFor('pointer', { start: 100, end: 900 }, 0, height, 350)).toBe(350);
    expect(offsetFor('pointer', { start: 380, end: 460 }, 0, height, 100)).toBe(160);
  });
});
