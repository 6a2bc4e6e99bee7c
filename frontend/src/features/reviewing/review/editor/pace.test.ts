import { expect, it } from 'vitest';
import { paceOf, today, worked } from './pace';

const work = { day: '2026-05-12', milliseconds: 0, rows: 0 };

it('counts the time between two acts, but not a break', () => {
  expect(worked(work, null, 1_000)).toEqual(work);
  expect(worked(work, 1_000, 21_000).milliseconds).toBe(20_000);
  expect(worked(work, 1_000, 200_000)).toEqual(work);
  expect(worked(work, 5_000, 4_000)).toEqual(work);
});

it('gives a pace and what is left at it once there is enough to go by', () => {
  expect(paceOf({ ...work, milliseconds: 119_999, rows: 50 }, 10)).toEqual({
    minutes: 1,
    rowsPerHour: null,
    minutesLeft: null,
  });
  expect(paceOf({ ...work, milliseconds: 1_800_000, rows: 120 }, 61)).toEqual({
    minutes: 30,
    rowsPerHour: 240,
    minutesLeft: 16,
  });
  expect(paceOf({ ...work, milliseconds: 1_800_000, rows: 120 }, 0).minutesLeft).toBeNull();
});

it('begins a day at midnight where the person is', () => {
  expect(today(new Date(2026, 4, 2, 0, 0, 1))).toBe('2026-05-02');
});
