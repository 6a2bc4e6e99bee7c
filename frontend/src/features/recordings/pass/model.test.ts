import { describe, expect, it } from 'vitest';
import { counted, digitAsWord, distance, filtersOf, isFromBoth, nearby, nextIn, pageAt, startOf, taken } from './model';
import type { Answer, Mask } from './requests';
import { secondsOf } from './Tools';

const mask = (code: string, more: Partial<Mask> = {}): Mask => ({
  code,
  start: 1,
  end: 2,
  a: 'hesitation is a',
  b: 'hesitations',
  b_choice: null,
  better: 'b',
  certain_a: null,
  certain_b: null,
  has_term: false,
  ...more,
});
const answer = (more: Partial<Answer> = {}): Answer => ({ choice: 'typed', text: 'x', ...more }) as Answer;

describe('masks', () => {
  const masks = ['a', 'b', 'c'].map((code) => mask(code));

  it('the next one to fill is found around the end', () => {
    expect(nextIn(masks, new Map(), -1)).toBe(0);
    expect(nextIn(masks, new Map([['b', answer()]]), 0)).toBe(2);
    expect(nextIn(masks, new Map([['c', answer()]]), 1)).toBe(0);
    expect(nextIn(masks, new Map(masks.map(({ code }) => [code, answer()])), 1)).toBe(1);
  });

  it('are counted by what was answered', () => {
    const answers = new Map([
      ['a', answer({ choice: 'unintelligible', text: '' })],
      ['b', answer({ is_flagged: true, is_stale: true })],
    ]);
    expect(counted(masks, answers)).toEqual({
      ...{ all: 3, open: 1, differ: 3, terms: 0, unintelligible: 1, flagged: 1, stale: 1 },
    });
  });

  it('differ where both readings are there and are not the same', () => {
    const some = [mask('a'), mask('b', { b: null }), mask('c', { b: 'hesitation is a' })];
    expect(counted(some, new Map()).differ).toBe(1);
  });

  it('are from both readings where what was typed has the words of either', () => {
    const of = (text: string) => isFromBoth(mask('a', { b: 'the hesitations' }), answer({ text }));
    expect(of('The hesitation is')).toBe(true);
    expect(of('a hesitation cascade')).toBe(false);
  });
});

describe('names and terms', () => {
  const masks = [mask('a'), mask('b', { has_term: true }), mask('c')];

  it('are gone through by themselves, answered or not', () => {
    expect(nextIn(masks, new Map(), -1, 'terms')).toBe(1);
    expect(nextIn(masks, new Map([['b', answer()]]), 2, 'terms', -1)).toBe(1);
    expect(counted(masks, new Map()).terms).toBe(1);
  });

  it('are offered in a first pass that has some', () => {
    const counts = counted(masks, new Map());
    expect(filtersOf(false, counts, 'all')).toContain('terms');
    expect(filtersOf(true, counts, 'all')).not.toContain('terms');
    expect(filtersOf(false, counted([mask('a')], new Map()), 'all')).toEqual(['all', 'open']);
    expect(filtersOf(true, counts, 'flagged')).toEqual(['all', 'open', 'differ', 'flagged']);
  });
});

describe('what can be taken', () => {
  it('is the reading, or that nothing was said', () => {
    expect(taken(mask('a'), 'a')).toEqual({ choice: 'a', text: 'hesitation is a' });
    expect(taken(mask('a', { a: '' }), 'a')).toEqual({ choice: 'nothing', text: '' });
    expect(taken(mask('a', { b: '', b_choice: 'unintelligible' }), 'b')).toEqual({
      choice: 'unintelligible',
      text: '',
    });
    expect(taken(mask('a', { b: null }), 'b')).toBeNull();
  });

  it('starts the field with the better reading, then with the answer', () => {
    expect(startOf(mask('a'), undefined)).toBe('hesitations');
    expect(startOf(mask('a', { better: 'a' }), undefined)).toBe('hesitation is a');
    expect(startOf(mask('a'), answer({ text: 'mine' }))).toBe('mine');
  });
});

describe('words of the paper', () => {
  it('are those like a reading, also one heard in two words', () => {
    const words = ['mixture', 'cascade', 'posterior', '調波'].map((word) => ({ word, n: 2 }));
    expect(nearby(mask('a', { a: 'mix sure', b: 'arcade' }), words).map(({ word }) => word)).toEqual([
      'mixture',
      'cascade',
    ]);
  });

  it('are told apart by letters, in any script', () => {
    expect(distance('kitten', 'sitting')).toBeCloseTo(3 / 7);
    expect(distance('', '')).toBe(0);
    expect(distance('調波', '調和')).toBe(0.5);
  });
});

it('offers a digit as its word', () => {
  expect(digitAsWord('about 2')).toEqual({ offer: '2 → two', text: 'about two' });
  expect(digitAsWord('about 12')).toBeNull();
  expect(digitAsWord('two')).toBeNull();
});

it('knows the page on the screen', () => {
  const slides = {
    deck: 1,
    stretches: [
      { page: 1, start: 0, end: 8 },
      { page: 3, start: 12, end: null },
    ],
  };
  expect(pageAt(slides, 7)?.page).toBe(1);
  expect(pageAt(slides, 9)).toBeNull();
  expect(pageAt(slides, 99)?.page).toBe(3);
});

it('reads a time', () => {
  expect(secondsOf('5:32')).toBe(332);
  expect(secondsOf('1:05:32')).toBe(3932);
  expect(secondsOf('soon')).toBeNull();
});
