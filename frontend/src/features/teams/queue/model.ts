/** The words of an annotator's queue: what to do now, until when, and how far they are. Pure functions. */

import type { OwnProgress, Queue, QueueSlot, Upcoming } from '@/api/queue';
import type { PairKind } from '@/api/types';
import { soonHours } from '@/features/teams/claims';
import { about, count, language, languageCodes, plural, timeOfDay } from '@/lib/format';
import { kindLabels } from '@/ui/kinds';

/** The server counts pairs up to here. */
export const countedTo = 100;

export type Hero =
  | { kind: 'continue' | 'fix' | 'start'; slot: QueueSlot }
  | { kind: 'next'; upcoming: Upcoming }
  | { kind: 'none' };

/** The one thing to do now. The server has put what somebody holds in order. */
export function heroOf(queue: Queue): Hero {
  const [slot] = queue.slots;
  if (slot) return { kind: kindOf(slot), slot };
  const [upcoming] = queue.upcoming;
  return upcoming ? { kind: 'next', upcoming } : { kind: 'none' };
}

export function kindOf(slot: QueueSlot): 'continue' | 'fix' | 'start' {
  if (slot.state === 'returned') return 'fix';
  return isBegun(slot) ? 'continue' : 'start';
}

export function isBegun({ review }: QueueSlot): boolean {
  return review !== null && review.revision > 0;
}

/** What stands below the one thing to do now. */
export function othersOf(
  queue: Queue,
  hero: Hero,
): { returned: QueueSlot[]; claimed: QueueSlot[]; upcoming: Upcoming[] } {
  const others = 'slot' in hero ? queue.slots.filter(({ id }) => id !== hero.slot.id) : queue.slots;
  return {
    returned: others.filter(({ state }) => state === 'returned'),
    claimed: others.filter(({ state }) => state !== 'returned'),
    upcoming: hero.kind === 'next' ? queue.upcoming.slice(1) : queue.upcoming,
  };
}

export function rowsLeft({ n_rows, review }: QueueSlot): number {
  return Math.max(0, (n_rows ?? 0) - (review?.reviewed_count ?? 0));
}

/** About how long the rest takes at one's own pace, "60 min"; null where the pace is not known. */
export function timeLeft(rows: number, perHour: number | null | undefined): string | null {
  return perHour && rows > 0 ? about((rows / perHour) * 3600) : null;
}

/** "English to Japanese" */
export function languages(pair: { source_language: string; target_language: string; kind: PairKind }): string {
  if (pair.kind !== 'bitext') return `${kindLabels[pair.kind]}, ${language(pair.target_language)}`;
  return `${language(pair.source_language)} to ${language(pair.target_language)}`;
}

/** "EN → JA" */
export function tags(pair: { source_language: string; target_language: string }): string {
  return languageCodes(pair.source_language, pair.target_language);
}

const hourMs = 3_600_000;
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });

/** "Tue 24 Nov, 18:40" */
export function moment(iso: string): string {
  return `${weekday.format(new Date(iso)).replace(',', '')}, ${timeOfDay(iso)}`;
}

/** A date without a time, which has no time zone: "Fri 27 Nov". */
export function dayOf(iso: string): string {
  return weekday.format(new Date(`${iso}T12:00:00`)).replace(',', '');
}

/** "18 h left" when a claim ends soon, "50 min left" in its last hour; null before that. */
export function endsSoon(iso: string | null, now = Date.now()): string | null {
  if (!iso) return null;
  const left = new Date(iso).getTime() - now;
  if (left > soonHours * hourMs) return null;
  if (left <= 0) return 'ending now';
  return left >= hourMs ? `${Math.floor(left / hourMs)} h left` : `${Math.max(1, Math.floor(left / 60_000))} min left`;
}

/** The last seven days as bars: the height is a share of the best day. */
export function weekOf(progress: OwnProgress): { label: string; value: number; share: number; isToday: boolean }[] {
  const most = Math.max(1, ...progress.days.map(({ n_rows }) => n_rows));
  return progress.days.map(({ day, n_rows }, index) => ({
    label:
      index === progress.days.length - 1
        ? 'today'
        : new Intl.DateTimeFormat('en-GB', { weekday: 'short' }).format(new Date(`${day}T12:00:00`)),
    value: n_rows,
    share: n_rows / most,
    isToday: index === progress.days.length - 1,
  }));
}

const dayMs = 86_400_000;
const dayNumber = (iso: string) => Math.round(Date.parse(`${iso}T00:00:00Z`) / dayMs);
const isoDay = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10);

export interface BurnUp {
  /** Cumulated rows by day, both as shares of the whole: x from the first day to the last, y from none to all. */
  points: { x: number; y: number }[];
  /** The first day of work. */
  first: string;
  today: { x: number; y: number };
  /** When it is done at the pace of the last two weeks; null if nothing was done in them, or all is. */
  done: { x: number; day: string } | null;
  due: { x: number; day: string } | null;
}

/** How the work has grown, and where it is going. Null while there is nothing to draw. */
export function burnUp(progress: OwnProgress): BurnUp | null {
  const { done, n_rows, n_done, due_on } = progress;
  const today = progress.days.at(-1)?.day;
  if (done.length === 0 || n_rows === 0 || !today) return null;
  const [begun, now] = [dayNumber(done[0]?.day ?? today), dayNumber(today)];
  // On one's first day the curve has to have some width all the same.
  const first = Math.min(begun, now - 1);
  const recent = done.filter(({ day }) => now - dayNumber(day) < 14).reduce((sum, one) => sum + one.n_rows, 0);
  const pace = recent / Math.min(14, now - begun + 1);
  const ends = pace > 0 && n_done < n_rows ? now + Math.ceil((n_rows - n_done) / pace) : null;
  const due = due_on ? dayNumber(due_on) : null;
  const last = Math.max(now + 1, due ?? 0, Math.min(ends ?? 0, now + 365));
  const x = (day: number) => (day - first) / (last - first);
  let sum = 0;
  const points = [{ x: 0, y: 0 }];
  for (const one of done) {
    sum = Math.min(n_rows, sum + one.n_rows);
    points.push({ x: x(Math.max(first, dayNumber(one.day))), y: sum / n_rows });
  }
  const here = { x: x(now), y: n_done / n_rows };
  return {
    points: [...points, here],
    first: isoDay(begun),
    today: here,
    done: ends !== null && ends <= last ? { x: x(ends), day: isoDay(ends) } : null,
    due: due !== null && due >= first ? { x: x(due), day: isoDay(due) } : null,
  };
}

/** The curve in words: "901 of 1,800 rows; at this pace done on Fri 11 Dec, due Fri 18 Dec". */
export function burnUpWords(progress: OwnProgress, curve: BurnUp): string {
  const parts = [
    curve.done ? `at this pace done on ${dayOf(curve.done.day)}` : null,
    curve.due ? `due ${dayOf(curve.due.day)}` : null,
  ].filter(Boolean);
  const rows = `${count(progress.n_done)} of ${count(progress.n_rows)} rows`;
  return parts.length > 0 ? `${rows}; ${parts.join(', ')}` : rows;
}

/** What became of work that one has no claim on any more. */
export function keptWords(nReviewed: number): string {
  return nReviewed > 0
    ? `Your ${plural(nReviewed, 'reviewed row')} ${nReviewed === 1 ? 'is' : 'are'} kept.`
    : 'Your edits are kept.';
}

export const skipReasons = ['Too hard for me', 'Not my language', 'Bad audio or text', 'I know the speaker'] as const;
