import { describe, expect, it } from 'vitest';
import { daysOf, manyOf, placeOf } from './model';
import type { ActivityEntry } from './requests';

let id = 1000;
const entry = (over: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: id--,
  at: '2026-11-21T12:00:00',
  by: 1,
  by_name: 'Wen Li',
  verb: 'claimed',
  said: 'claimed',
  is_warning: false,
  object_kind: 'pair',
  object_id: 7,
  object_name: 'Salt, slowly',
  detail: '',
  facts: {},
  via: 'browser',
  address: '',
  ...over,
});
const many = (n: number, over: Partial<ActivityEntry> = {}) => Array.from({ length: n }, () => entry(over));
const now = new Date('2026-11-22T09:00:00');
const lengths = (entries: ActivityEntry[], unfolded: string[] = []) =>
  daysOf(entries, new Set(unfolded), now).map((day) => day.lines.map((line) => line.entries.length));

describe('the lines of the log', () => {
  it('folds ten alike in a row, and not nine', () => {
    expect(lengths(many(10))).toEqual([[10]]);
    expect(lengths(many(9))).toEqual([Array(9).fill(1)]);
  });

  it('folds nothing across days, people, verbs or ways in', () => {
    for (const over of [
      { at: '2026-11-20T12:00:00' },
      { by: 2, by_name: 'Ines Koba' },
      { verb: 'skipped' },
      { via: 'token ci' },
    ]) {
      expect(lengths([...many(5), ...many(5, over)]).flat()).toEqual(Array(10).fill(1));
    }
    expect(lengths([...many(12), entry({ verb: 'skipped' }), ...many(11)])).toEqual([[12, 1, 11]]);
  });

  it('unfolds what is asked for, and loses nothing', () => {
    const entries = [...many(12), ...many(10, { verb: 'skipped' })];
    expect(lengths(entries, [String(entries[0]?.id)])).toEqual([[...Array(12).fill(1), 10]]);
    expect(daysOf(entries, new Set(), now).flatMap((day) => day.lines.flatMap((line) => line.entries))).toEqual(
      entries,
    );
  });

  it('names days as the viewer sees them', () => {
    const days = daysOf(
      [
        entry({ at: '2026-11-22T00:30:00' }),
        entry({ at: '2026-11-21T23:30:00' }),
        entry({ at: '2025-01-02T10:00:00' }),
      ],
      new Set(),
      now,
    );
    expect(days.map((day) => day.label)).toEqual([
      'Today, Sunday 22 November',
      'Saturday 21 November',
      '2 January 2025',
    ]);
  });

  it('says how many of what', () => {
    const [day] = daysOf(many(12), new Set(), now);
    expect(day?.lines.map(manyOf)).toEqual(['12 pairs']);
  });

  it('links what still has a page', () => {
    expect(placeOf('harbour', entry())).toBe('/p/harbour/pairs/7');
    expect(placeOf('harbour', entry({ object_kind: 'review' }))).toBe('/review/7');
    expect(placeOf('harbour', entry({ verb: 'pair_removed' }))).toBeNull();
    expect(placeOf('harbour', entry({ object_id: null }))).toBeNull();
    expect(placeOf('harbour', entry({ object_kind: 'training_set' }))).toBe('/p/harbour/summaries/training-sets');
    expect(placeOf('harbour', entry({ object_kind: '' }))).toBeNull();
  });
});
