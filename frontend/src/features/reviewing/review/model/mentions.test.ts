import { describe, expect, it } from 'vitest';
import type { Member, Role } from '@/api/types';
import { corpus } from '@/test/contract';
import { mentionable, mentionsIn, namedBy, unknownMentions } from './mentions';

const people = [
  { username: 'joanna', name: 'Joanna Reyes' },
  { username: 'h.brandt', name: 'Hanna Brandt' },
  { username: 'anna', name: 'Anna Lindqvist' },
  { username: 'kofi', name: 'Kofi Annan' },
  { username: 'viggo', name: 'Viggo Dahl' },
];
const names = (typed: string) => namedBy(people, typed).map(({ username }) => username);

it('puts names that begin with what was typed before those that contain it', () => {
  expect(names('Ann')).toEqual(['anna', 'kofi', 'joanna', 'h.brandt']);
});

it('offers everybody before anything is typed, and nobody for a name that is not there', () => {
  expect(names('')).toEqual(people.map(({ username }) => username));
  expect(names('zz')).toEqual([]);
});

it('offers only those who can read the comment: annotators do not see each other’s reviews', () => {
  const roles: Role[] = ['admin', 'adjudicator', 'annotator', 'annotator', 'viewer'];
  const members = people.map(
    (person, id): Member => ({
      id,
      user: { id, ...person },
      role: roles[id] as Role,
      languages: [],
      created_at: '',
    }),
  );
  const [anna, joanna] = [
    { id: 2, name: 'Anna' },
    { id: 0, name: 'Joanna' },
  ];
  const asked = (...of: Parameters<typeof mentionable>[1][]) =>
    of.map((info) => mentionable(members, info).map(({ username }) => username));
  expect(
    asked({ annotator: anna, reader: anna, state: 'open' }, { annotator: anna, reader: joanna, state: 'submitted' }),
  ).toEqual([
    ['joanna', 'h.brandt'],
    ['h.brandt', 'anna', 'viggo'],
  ]);
});

it('finds who is mentioned in a text, and leaves addresses and longer names alone', () => {
  const named = (text: string, ...mentions: string[]) => mentionsIn(text, mentions).filter((_, i) => i % 2 === 1);
  expect(mentionsIn('満潮、@anna？ see @kofi.', ['anna', 'kofi'])).toEqual([
    '満潮、',
    '@anna',
    '？ see ',
    '@kofi',
    '.',
  ]);
  expect(named('mail@anna @anna.b @annab @anna', 'anna', 'anna.b')).toEqual(['@anna.b', '@anna']);
  expect(named('nobody', 'a+b(')).toEqual([]);
});

it('knows the names that mention nobody', () => {
  expect(unknownMentions('@ines and @wen, look. a@b.c is an address.', ['wen'])).toEqual(['ines']);
  expect(unknownMentions('@wen.', ['wen'])).toEqual([]);
  expect(unknownMentions('@ines @ines @', [])).toEqual(['ines']);
});

interface NamesCase {
  of: string;
  text: string;
  names: string[];
}

describe.each(corpus<NamesCase>('mentions').flatMap(([, cases]) => cases))('$of', ({ text, names }) => {
  it('has the names of the server', () => expect(unknownMentions(text, [])).toEqual(names));

  it('has only these marked', () => {
    const marked = mentionsIn(text, names).filter((_, at) => at % 2 === 1);
    expect([...new Set(marked)]).toEqual(names.map((name) => `@${name}`));
    const begins = names.flatMap((name) => [...name].map((_, at) => [...name].slice(0, at).join('')));
    const shorter = begins.filter((name) => name !== '' && !names.includes(name));
    expect(mentionsIn(text, shorter)).toEqual([text]);
  });
});
