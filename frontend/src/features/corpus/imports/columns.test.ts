import { describe, expect, it } from 'vitest';
import { file } from '@/test/fixtures';
import { aboutFields } from './About';
import { needsColumns, roleOf, tableRows, withRole } from './columns';
import { notTaken } from './folders';
import { whatIsReady } from './model';

describe('the columns of a table', () => {
  it('give a role to one column only, and a column one role', () => {
    const mapping = { source: 0, target: 1 };
    expect(withRole(mapping, 2, 'target')).toEqual({ source: 0, target: 2 });
    expect(withRole(mapping, 1, 'offline')).toEqual({ source: 0, offline: 1 });
    expect(withRole(mapping, 1, '')).toEqual({ source: 0 });
    expect([roleOf(mapping, 1), roleOf(mapping, 5)]).toEqual(['target', '']);
  });

  it('have to be told while a side is missing', () => {
    const columns = (mapping: Record<string, number>) => ({ headings: null, mapping, sample: [] });
    expect(needsColumns(file({ columns: columns({ source: 0 }) }))).toBe(true);
    expect(needsColumns(file({ columns: columns({ source: 0, target: 1 }) }))).toBe(false);
    expect(needsColumns(file())).toBe(false);
  });

  it('are as many in each row of the sample', () => {
    expect(tableRows([['a'], ['b', 'c']]).map(({ cells }) => cells)).toEqual([
      ['a', ''],
      ['b', 'c'],
    ]);
  });
});

describe('what can be said of a file', () => {
  const side = (name: string) =>
    ({ side: name, kind: 'text', title: 'Tides', speaker: '', interpreter: 'A01', interpreter_rank: '' }) as never;
  const names = (sides: string[]) => aboutFields(file({ documents: sides.map(side) })).map(({ name }) => name);

  it('is its title where it holds one talk, and who interprets what was interpreted', () => {
    expect(names(['source', 'target'])).toEqual(['title', 'speaker', 'interpreter', 'interpreter_rank']);
    expect(names(['source', 'target', 'source', 'target'])).toEqual(['speaker', 'interpreter', 'interpreter_rank']);
    expect(aboutFields(file({ n_entries: 3, documents: [side('')] }))).toEqual([]);
  });
});

describe('what would be imported', () => {
  it('says talks with slides of files that have both, which are read as bitexts are', () => {
    const of = (...kinds: string[]) => kinds.map((kind) => ({ kind })) as never;
    const both = file({ kinds: ['bitext'], documents: of('slides', 'transcript') });
    expect(whatIsReady([both])).toBe('1 talk with slides');
    expect(whatIsReady([both, both, file({ kinds: ['bitext'], documents: of('text', 'text') })])).toBe(
      '2 talks with slides, 1 bitext',
    );
  });
});

describe('a folder', () => {
  it('says what of it was not taken', () => {
    const files = [{ file: new File(['a'], 'a.txt'), path: 'x/a.txt' }];
    expect(notTaken({ files, unread: [], n_hidden: 0 })).toBe('');
    expect(notTaken({ files: [], unread: [], n_hidden: 0 })).toBe('No files found.');
    expect(notTaken({ files, unread: ['x/b', 'x/c', 'x/d', 'x/e'], n_hidden: 2 })).toBe(
      'The browser could not open x/b, x/c, x/d and 1 more. 2 hidden files were skipped.',
    );
  });
});
