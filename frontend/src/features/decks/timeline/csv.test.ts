import { expect, it } from 'vitest';
import { corpus } from '@/test/contract';
import { faultsByLine, linesOf, linesShown } from './csv';

it.each(corpus<{ text: string; lines: string[] }>('lines').flatMap(([, cases]) => cases))(
  'counts lines as the server does: $text',
  ({ text, lines }) => expect(linesOf(text)).toEqual(lines),
);

it('leaves out empty lines at the end', () => {
  expect(linesOf('\n\n')).toEqual(['']);
  expect(linesOf('page,start\r\n1,0\n\n2,5\n\n')).toEqual(['page,start', '1,0', '', '2,5']);
});

it('shows short files whole, and of long ones what there is something to say about', () => {
  expect(linesShown(3, [2])).toEqual([1, 2, 3]);
  expect(linesShown(1000, [])).toHaveLength(60);
  expect(linesShown(1000, [500, 999])).toEqual([1, 497, 498, 499, 500, 501, 502, 503, 996, 997, 998, 999, 1000]);
});

it('knows the faults that have a line', () => {
  const fault = { message: 'no page', line: 3 };
  expect([...faultsByLine([fault, { message: 'too large' }])]).toEqual([[3, fault]]);
});
