import { describe, expect, it } from 'vitest';
import type { Member, ReviewState, Role } from '@/api/types';
import { corpus } from '@/test/contract';
import { mentionable, mentionsIn, namedBy, unknownMentions } from './mentions';

const everyRole: Role[] = ['admin', 'adjudicator', 'annotator', 'viewer'];

function cases<Case>(file: string): Case[] {
  return corpus<Case>('mentions').flatMap(([name, of]) => (name === file ? of : []));
}

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

interface ReadersCase {
  of: string;
  kind: 'review' | 'adjudication';
  state: ReviewState;
  own: Role;
  readers: string[];
}

describe.each(cases<ReadersCase>('readers.json'))('in $kind, $of', ({ kind, state, own, readers }) => {
  const roles: [string, Role][] = [...everyRole.map((role): [string, Role] => [role, role]), ['own', own]];
  const members = roles.map(
    ([username, role], id): Member => ({
      id,
      user: { id, username, name: username },
      role,
      languages: [],
      created_at: '',
    }),
  );
  const idOf = (name: string) => roles.findIndex(([username]) => username === name);
  const offered = (reader: number) =>
    mentionable(members, { annotator: { id: idOf('own') }, reader: { id: reader }, kind, state }).map(
      ({ username }) => username,
    );

  it('offers those who can read the comment', () => expect(offered(-1).toSorted()).toEqual(readers.toSorted()));

  it('does not offer the one who writes it', () => expect(offered(idOf('admin'))).not.toContain('admin'));
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

describe.each(cases<NamesCase>('names.json'))('$of', ({ text, names }) => {
  it('has the names of the server', () => expect(unknownMentions(text, [])).toEqual(names));

  it('has only these marked', () => {
    const marked = mentionsIn(text, names).filter((_, at) => at % 2 === 1);
    expect([...new Set(marked)]).toEqual(names.map((name) => `@${name}`));
    const begins = names.flatMap((name) => [...name].map((_, at) => [...name].slice(0, at).join('')));
    const shorter = begins.filter((name) => name !== '' && !names.includes(name));
    expect(mentionsIn(text, shorter)).toEqual([text]);
  });
});
