import { expect, it } from 'vitest';
import { mostAuthors, onlyLines, readAuthors, withSuggestion, writeAuthors } from './list';

const text = `name,email,talk
Ines Valcour,ines@example.org,breath-comma
"Odell, Tariq",odell@example,chairmen`;

it('reads columns by their headings and tells where they begin', () => {
  const { lines, columns, problem } = readAuthors(text);
  expect(problem).toBeNull();
  expect(lines).toEqual([
    {
      line: 2,
      name: 'Ines Valcour',
      email: 'ines@example.org',
      talk: 'breath-comma',
      system: '',
      text: '',
      language: '',
    },
    { line: 3, name: 'Odell, Tariq', email: 'odell@example', talk: 'chairmen', system: '', text: '', language: '' },
  ]);
  expect(columns.get(3)).toEqual({ name: 1, email: 16, talk: 30 });
});

it('reads name, e-mail and talk without headings, also from a spreadsheet', () => {
  expect(readAuthors('蓮\tren@example.jp\t潮\n\n').lines).toEqual([
    { line: 1, name: '蓮', email: 'ren@example.jp', talk: '潮', system: '', text: '', language: '' },
  ]);
  expect(readAuthors('name,talk,language\nRen,Tides,ja').lines[0]).toMatchObject({ talk: 'Tides', language: 'ja' });
  expect(readAuthors('talk;name\nTides;Ana').lines[0]).toMatchObject({ name: 'Ana', email: '', talk: 'Tides' });
});

it('reads no talk where all of them rate one run', () => {
  const ren = { line: 1, name: 'Ren', email: 'ren@example.jp', talk: '', system: '', text: '', language: '', run: 7 };
  expect(readAuthors('Ren,ren@example.jp', 7).lines).toEqual([ren]);
  expect(readAuthors('email,name\nren@example.jp,Ren', 7).lines).toEqual([{ ...ren, line: 2 }]);
  expect(onlyLines('name,email\nA,a\nB,b', new Set([3]), 7)).toBe('name,email\nB,b');
});

it('says what is wrong with the whole', () => {
  expect(readAuthors(' \n')).toMatchObject({ lines: [], problem: null });
  expect(readAuthors('name,talk\n').problem).toMatch(/no authors/);
  expect(readAuthors('name,email,talk\n"Ana,a@example.org,Tides\nRen,,Tides')).toMatchObject({
    lines: [],
    problem: 'A quotation mark in line 2 opens a text that never ends. Close it or take it out.',
  });
  expect(readAuthors('name,talk\n"Ana ""A""",Tides').problem).toBeNull();
  expect(readAuthors('a,b,c\n'.repeat(mostAuthors + 1)).problem).toMatch(/501 authors/);
});

it('writes what it reads', () => {
  const authors = [{ name: 'Odell, "T"', email: '', talk: 'One, two' }];
  expect(readAuthors(writeAuthors(authors)).lines).toMatchObject(authors);
});

it('takes a suggestion, and keeps the lines that are to be put right', () => {
  expect(withSuggestion(text, 3, 'chairmen', 'chairman-meant')).toContain('odell@example,chairman-meant');
  expect(withSuggestion(text, 9, 'chairmen', 'x')).toBe(text);
  expect(onlyLines(text, new Set([3]))).toBe('name,email,talk\n"Odell, Tariq",odell@example,chairmen');
});
