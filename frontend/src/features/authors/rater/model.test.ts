import { describe, expect, it } from 'vitest';
import { acknowledged, goOnAt, isDone, placeOf, shape, valuesOf, withPending, wordOf } from './model';
import type { Question, RaterSample, RaterView } from './source';
import { newTones, orderOf } from './tones';

const whole: Question = {
  name: 'Fluency',
  meaning: '',
  scale: 'whole',
  words: ['Bad', 'Poor', 'Fair', 'Good', 'Excellent'],
};
const sample = (key: string, set: number, over: Partial<RaterSample> = {}): RaterSample => ({
  key,
  set,
  text: '',
  reference: '',
  picture: null,
  values: [],
  trouble: '',
  heard: false,
  rated: false,
  ...over,
});
const samples = [sample('a', 0), sample('b', 0), sample('c', 1), sample('d', 1)];

describe('what a rater has said', () => {
  it('lies over what the server knows, and is taken off once exactly it has arrived', () => {
    const view = { samples } as RaterView;
    const sent = { ratings: { b: { key: 'b', values: [4], heard: true } } };
    expect(withPending(view, sent).samples.map(({ values, heard }) => [values, heard])).toEqual([
      [[], false],
      [[4], true],
      [[], false],
      [[], false],
    ]);
    const later = { ratings: { b: { key: 'b', values: [2], heard: true } }, finished: true };
    expect(acknowledged(later, sent)).toEqual(later);
    expect(shape.count(acknowledged(later, later))).toBe(0);
  });

  it('is done with all questions answered, or with what is wrong', () => {
    expect(isDone(sample('a', 0, { values: [3, null] }), [whole, whole])).toBe(false);
    expect(isDone(sample('a', 0, { values: [3, 0] }), [whole, whole])).toBe(true);
    expect(isDone(sample('a', 0, { trouble: 'cut_off' }), [whole])).toBe(true);
    const done = samples.map((each, at) => (at < 2 ? { ...each, values: [1] } : each));
    expect(goOnAt({ samples: done, questions: [whole] } as RaterView)).toBe(3);
  });

  it('has its place among the sets', () => {
    expect(placeOf(samples, 3)).toEqual({ set: 2, sets: 2, n: 2, ofSet: 2 });
  });

  it('is on a scale with words at whole steps', () => {
    expect(valuesOf({ ...whole, scale: 'half' })).toHaveLength(9);
    expect(wordOf({ ...whole, scale: 'half' }, 4.5, [])).toBe('');
    expect(wordOf(whole, 5, [])).toBe('Excellent');
    expect(
      valuesOf({ ...whole, scale: 'yesno' }).map((value) =>
        wordOf({ ...whole, scale: 'yesno', words: [] }, value, ['No', 'Yes']),
      ),
    ).toEqual(['No', 'Yes']);
  });
});

describe('the test of headphones', () => {
  it('plays some tones in each ear, the sides mixed', () => {
    for (let n = 0; n < 50; n++) {
      const tones = newTones();
      const order = orderOf(tones);
      expect(order.filter((side) => side < 0)).toHaveLength(tones.left);
      expect(order.filter((side) => side > 0)).toHaveLength(tones.right);
      expect(Math.min(tones.left, tones.right)).toBeGreaterThan(0);
      expect(Math.max(tones.left, tones.right)).toBeLessThan(5);
    }
    const at = [0.9, 0.1, 0.5];
    expect(orderOf({ left: 2, right: 1 }, () => at.shift() ?? 0)).toEqual([-1, 1, -1]);
  });
});
