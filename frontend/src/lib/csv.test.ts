import { expect, it } from 'vitest';
import { corpus } from '@/test/contract';
import { type Cell, csv } from './csv';

it.each(corpus<{ cells: Cell[]; line: string }>('csv').flatMap(([, cases]) => cases))('writes $line', (one) => {
  expect(csv(['cells'], [one.cells])).toBe(`cells\r\n${one.line}\r\n`);
});
