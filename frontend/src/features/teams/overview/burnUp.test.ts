import { describe, expect, it } from 'vitest';
import { findingOf, plotOf } from './burnUp';

const burnUp = {
  needed: 10,
  today: '2026-11-20',
  days: [
    { day: '2026-11-16', submitted: 2, due: 0 },
    { day: '2026-11-18', submitted: 3, due: 4 },
    { day: '2026-11-25', submitted: 3, due: 10 },
  ],
};

describe('the burn-up', () => {
  it('says how far behind the due dates the reviews are', () => {
    expect(findingOf(burnUp)).toBe(
      '3 of 10 reviews submitted, 1 behind the due dates. The last are due 25 November 2026.',
    );
    expect(findingOf({ ...burnUp, days: burnUp.days.slice(0, 1) })).toBe(
      '2 of 10 reviews submitted. No due dates are set.',
    );
    expect(findingOf({ ...burnUp, today: '2026-11-17' })).toMatch(/on time/);
    expect(findingOf({ needed: null, today: '2026-11-20', days: [] })).toBe(
      '0 reviews submitted. No due dates are set.',
    );
  });

  it('steps up on the day, what is submitted until today and what is due until the end', () => {
    const plot = plotOf(burnUp);
    expect(plot?.submitted).toEqual([
      [0, 0],
      [0.1, 0],
      [0.1, 0.2],
      [0.3, 0.2],
      [0.3, 0.3],
      [0.5, 0.3],
    ]);
    expect(plot?.due.at(-1)).toEqual([1, 1]);
    expect(plot).toMatchObject({ today: 0.5, first: '2026-11-16', last: '2026-11-25', most: 10 });
    expect(plotOf({ needed: 1, today: '2026-11-20', days: [] })).toBeNull();
    expect(plotOf({ ...burnUp, today: '2026-11-16', days: burnUp.days.slice(0, 1) })).toBeNull();
    expect(plotOf({ ...burnUp, days: burnUp.days.slice(0, 1) })).not.toBeNull();
  });
});
