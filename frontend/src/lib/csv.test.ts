import { expect, it } from 'vitest';
import { csv } from './csv';

it('quotes what a reader would split, and leaves no formula', () => {
  expect(
    csv(
      ['name', 'n'],
      [
        ['Koba, "Ines"', 1.5],
        ['=1+1', null],
        ['塩', -2],
      ],
    ),
  ).toBe('name,n\r\n"Koba, ""Ines""",1.5\r\n\'=1+1,\r\n塩,-2\r\n');
});
