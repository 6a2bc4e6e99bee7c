import { expect, it } from 'vitest';
import { faultsByLine, linesOf, linesShown } from './csv';

it('counts lines as the server does', () => {
  expect(linesOf('page,start\r\n1,0\n\n2,5\n\n')).toEqual(['page,start', '1,0', '', '2,5']);
});

it('shows short files whole, and of long ones what there is something to say about', () => {
  expect(linesShown(3, [])).toEqual([1, 2, 3]);
  const shown = linesShown(1000, [500]);
  expect(shown).toHaveLength(60);
  expect(shown).toEqual(expect.arrayContaining([1, 2, 497, 500, 503, 1000]));
  const many = Array.from({ length: 50 }, (_, index) => 10 + index * 10);
  expect(linesShown(1000, many)).toEqual(expect.arrayContaining(many));
});

it('knows the faults that have a line', () => {
  const fault = { message: 'no page', line: 3 };
  expect([...faultsByLine([fault, { message: 'too large' }])]).toEqual([[3, fault]]);
});
