import { expect, it } from 'vitest';
import { namedBy } from './people';

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
