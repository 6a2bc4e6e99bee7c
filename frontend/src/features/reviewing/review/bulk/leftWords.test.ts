import { expect, it } from 'vitest';
import { leftWords } from './AcceptMany';

it('says what is still to review and what was accepted already, where there is something', () => {
  expect(leftWords({ below: 3, held: ['a', 'b'], unknown: 1200, done: 2 }, 0.8)).toBe(
    'Still to review: 3 below .80, 2 nulls, 1,200 without a probability. 2 accepted already.',
  );
  expect(leftWords({ below: 0, held: [], unknown: 0, done: 0 }, 0.8)).toBe('');
  expect(leftWords({ below: 0, held: [], unknown: 0, done: 1 }, null)).toBe('1 accepted already.');
});
