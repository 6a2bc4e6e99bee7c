import { describe, expect, it } from 'vitest';
import type { OwnProgress, Queue, QueueSlot } from '@/api/queue';
import { burnUp, burnUpWords, endsSoon, heroOf, othersOf, timeLeft, weekOf } from './model';

const pair = { id: 7, title: 'Tides', kind: 'bitext' as const, source_language: 'en', target_language: 'ja' };
const review = {
  id: 3,
  revision: 2,
  row_count: 10,
  reviewed_count: 4,
  return_reason: '',
  updated_at: '2026-11-20T12:00:00Z',
};
const slot = (over: Partial<QueueSlot> = {}): QueueSlot => ({
  id: 1,
  pair,
  state: 'claimed',
  annotator: null,
  review,
  taken_at: null,
  lease_ends: null,
  withdrawn_at: null,
  due_on: null,
  is_overdue: false,
  priority: 0,
  n_rows: 10,
  returned_by: null,
  is_of_newer: false,
  returned_at: null,
  ...over,
});
const queue = (slots: QueueSlot[], upcoming: Queue['upcoming'] = []): Queue => ({
  slots,
  stopped_at: null,
  ended: [],
  upcoming,
  n_upcoming: upcoming.length,
  n_submitted: 0,
  n_claims: slots.length,
  max_claims: 3,
  has_next: upcoming.length > 0,
  is_paused: false,
  languages: [],
  n_unread: 0,
});

describe('the one pair to do now', () => {
  it('is what the server puts first, then the next of the queue, then nothing', () => {
    expect(heroOf(queue([slot(), slot({ id: 2 })]))).toMatchObject({ kind: 'continue', slot: { id: 1 } });
    expect(heroOf(queue([slot({ state: 'returned' })])).kind).toBe('fix');
    expect(heroOf(queue([slot({ review: null })])).kind).toBe('start');
    expect(heroOf(queue([], [{ pair, n_rows: 3 }])).kind).toBe('next');
    expect(heroOf(queue([])).kind).toBe('none');
  });

  it('is not repeated below', () => {
    const held = queue(
      [slot(), slot({ id: 2, state: 'returned' }), slot({ id: 3, review: null })],
      [{ pair, n_rows: 3 }],
    );
    const others = othersOf(held, heroOf(held));
    expect([others.returned.map(({ id }) => id), others.claimed.map(({ id }) => id)]).toEqual([[2], [3]]);
    const free = queue([], [{ pair, n_rows: 3 }]);
    expect(othersOf(free, heroOf(free)).upcoming).toEqual([]);
  });
});

describe('times', () => {
  it('warns in the last day of a claim only', () => {
    const now = Date.parse('2026-11-22T12:00:00Z');
    expect(endsSoon(null, now)).toBeNull();
    expect(endsSoon('2026-11-24T12:00:00Z', now)).toBeNull();
    expect(endsSoon('2026-11-23T06:30:00Z', now)).toBe('18 h left');
    expect(endsSoon('2026-11-22T12:20:00Z', now)).toBe('20 min left');
    expect(endsSoon('2026-11-22T11:00:00Z', now)).toBe('ending now');
  });

  it('says how long the rest takes only at a known pace', () => {
    expect(timeLeft(133, 131)).toBe('61 min');
    expect(timeLeft(133, null)).toBeNull();
    expect(timeLeft(0, 131)).toBeNull();
  });
});

describe('own progress', () => {
  const days = Array.from({ length: 7 }, (_, n) => ({ day: `2026-11-${16 + n}`, n_rows: n === 6 ? 50 : n * 10 }));
  const progress: OwnProgress = {
    days,
    done: [
      { day: '2026-11-10', n_rows: 100 },
      { day: '2026-11-20', n_rows: 40 },
    ],
    n_rows: 280,
    n_done: 140,
    due_on: '2026-12-18',
    rows_per_hour: 100,
  };

  it('draws the week with today last', () => {
    const week = weekOf(progress);
    expect(week.map(({ label }) => label)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'today']);
    expect(week.at(-1)).toMatchObject({ value: 50, share: 1, isToday: true });
  });

  it('says when the rest is done at the pace of the last two weeks', () => {
    const curve = burnUp(progress);
    expect(curve?.done?.day).toBe('2026-12-05');
    expect(curve?.today.y).toBe(0.5);
    expect(curve && burnUpWords(progress, curve)).toBe(
      '140 of 280 rows; at this pace done on Sat 5 Dec, due Fri 18 Dec',
    );
    expect(burnUp({ ...progress, done: [] })).toBeNull();
    expect(burnUp({ ...progress, n_done: 280 })?.done).toBeNull();
  });

  it('begins on one’s first day, which is one day of work', () => {
    const today = progress.days.at(-1)?.day as string;
    const curve = burnUp({ ...progress, done: [{ day: today, n_rows: 140 }] });
    expect([curve?.first, curve?.done?.day]).toEqual([today, '2026-11-23']);
    expect(curve?.today.x).toBeGreaterThan(0);
  });
});
