import { expect, it } from 'vitest';
import { mostPeople, readPeople } from './list';

it('reads columns in any order below headings, and counts lines as an editor does', () => {
  const text =
    '\uFEFFRole;E-mail;Name\r\nAnnotator;ana@example.org;"Silva; ""Ana"""\r\n\r\nviewer; ren@example.jp ;蓮\n';
  expect(readPeople(text)).toEqual({
    people: [
      { line: 2, name: 'Silva; "Ana"', email: 'ana@example.org', role: 'annotator' },
      { line: 4, name: '蓮', email: 'ren@example.jp', role: 'viewer' },
    ],
    problem: null,
  });
});

it('reads name, address and role without headings, also from a spreadsheet’s clipboard', () => {
  expect(readPeople('Ana\tana@example.org\tadmin').people).toEqual([
    { line: 1, name: 'Ana', email: 'ana@example.org', role: 'admin' },
  ]);
  expect(readPeople('Ana,ana.example.org').problem).toMatch(/No line holds an e-mail address/);
});

it('reads languages, as many as there are in the cell', () => {
  const named = readPeople('email,reads,role\nana@example.org,"en, de",annotator').people;
  expect(named[0]?.languages).toEqual(['en', 'de']);
  expect(readPeople('Ana;ana@example.org;annotator;en ja').people[0]?.languages).toEqual(['en', 'ja']);
});

it('takes addresses alone, one a line, for annotators', () => {
  expect(readPeople(' ana@example.org\nRen, ren@example.jp\n').people).toEqual([
    { line: 1, name: '', email: 'ana@example.org', role: 'annotator' },
    { line: 2, name: 'Ren', email: 'ren@example.jp', role: 'annotator' },
  ]);
});

it('keeps lines that lack something, so that they are named as wrong', () => {
  expect(readPeople('name,email,role\nAna\n,ben@example.org,viewer').people).toEqual([
    { line: 2, name: 'Ana', email: '', role: '' },
    { line: 3, name: '', email: 'ben@example.org', role: 'viewer' },
  ]);
});

it('counts the lines inside of quotes', () => {
  expect(
    readPeople('name,email\n"Ana\nSilva",a@example.org\nBen,b@example.org').people.map(({ line }) => line),
  ).toEqual([2, 4]);
});

it('says what is wrong with the whole', () => {
  expect(readPeople(' \n').problem).toBe('The list is empty.');
  expect(readPeople('name,email,role\n').problem).toMatch(/nobody below them/);
  expect(readPeople('a@example.org\n'.repeat(mostPeople + 1)).problem).toMatch(/501 people/);
});
