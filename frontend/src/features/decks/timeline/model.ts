/** A timeline as it is edited: each stretch lasts until the next begins, so that it has no gaps. Pure functions. */

import type { DeckPage } from '@/api/decks';
import type { DocumentUnit } from '@/api/types';
import { lookBelow } from '@/lib/confidence';
import { clock } from '@/lib/format';

/** What was on the screen without a slide, in the order of their keys. */
export const kinds = ['demo', 'camera', 'video', 'black'] as const;
export type Kind = (typeof kinds)[number];

/**
 * page: from 1; 0 is no slide. start: in seconds. confidence: of one that was found in a recording, until a person sets
 * or accepts it. kind: of no slide, where a person has said so.
 */
export interface Stretch {
  readonly page: number;
  readonly start: number;
  readonly confidence?: number;
  readonly kind?: Kind;
}

export interface Timeline {
  readonly stretches: readonly Stretch[];
  /** In seconds; null where the last stretch lasts until the talk ends. */
  readonly end: number | null;
}

/** What an act makes, and the stretch that is active then; or why it cannot be done. */
export type Outcome = { timeline: Timeline; active: number } | { why: string };

/** Which step of its slide a page is; null where a slide is one page. */
export type StepOf = (page: number) => Pick<DeckPage, 'step' | 'n_steps'> | null;

/** Of the pages of a deck. */
export function stepsOf(pages: readonly Pick<DeckPage, 'number' | 'step' | 'n_steps'>[]): StepOf {
  const steps = new Map(pages.filter(({ n_steps }) => n_steps > 1).map((page) => [page.number, page]));
  return (page) => steps.get(page) ?? null;
}

/** Shorter stretches are not made by hand. */
const shortest = 0.1;
/** Of a talk whose length is not known: how far one can go beyond the last start. */
const beyond = 300;
/** In seconds: a shorter stretch that was found may be a wrong frame. */
const tooShort = 3;

/** Of what the server has. Gaps become stretches without a slide, which they mean. */
export function timelineOf(
  stored: readonly {
    page: number;
    start: number;
    end: number | null;
    confidence?: number | null | undefined;
    kind?: Kind | null | undefined;
  }[],
): Timeline {
  const stretches: Stretch[] = [];
  let until: number | null = 0;
  for (const { page, start, end, confidence, kind } of stored) {
    if (until !== null && until < start) stretches.push({ page: 0, start: until });
    stretches.push({ page, start, ...(typeof confidence === 'number' && { confidence }), ...(kind && { kind }) });
    until = end;
  }
  return { stretches, end: until };
}

/** As the server takes it. */
export function bodyOf({ stretches, end }: Timeline) {
  return stretches.map((stretch, index) => (index === stretches.length - 1 ? { ...stretch, end } : stretch));
}

export function isSameTimeline(one: Timeline, other: Timeline): boolean {
  return (
    one === other ||
    (one.end === other.end &&
      one.stretches.length === other.stretches.length &&
      one.stretches.every(({ page, start, confidence, kind }, index) => {
        const there = other.stretches[index];
        const isThere = page === there?.page && start === there.start;
        return isThere && confidence === there.confidence && kind === there.kind;
      }))
  );
}

/** How long the talk is, in seconds: what the timeline says, else what the transcript does. */
export function lengthOf({ stretches, end }: Timeline, units: readonly DocumentUnit[]): number {
  const last = stretches.at(-1)?.start ?? 0;
  const said = units.reduce((latest, { end_seconds }) => Math.max(latest, end_seconds ?? 0), 0);
  return Math.max(end ?? (said || last + beyond), last + 1);
}

export function endOf({ stretches }: Timeline, index: number, length: number): number {
  return stretches[index + 1]?.start ?? length;
}

/** The stretch at a time: the last one that has begun. */
export function stretchAt({ stretches }: Timeline, seconds: number): number {
  let [from, to] = [0, stretches.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((stretches[middle] as Stretch).start <= seconds) from = middle;
    else to = middle;
  }
  return from;
}

/** For each stretch, which time its page is shown; null for no slide. A page is shown once while it stays. */
export function timesShown({ stretches }: Timeline): (number | null)[] {
  const times = new Map<number, number>();
  return stretches.map(({ page }, index) => {
    if (page === 0) return null;
    const before = times.get(page) ?? 0;
    const now = stretches[index - 1]?.page === page ? before : before + 1;
    times.set(page, now);
    return now;
  });
}

/** Where pages come back: the stretch in which a page was shown before, and the one in which it is shown again. */
export function returnsOf({ stretches }: Timeline): (readonly [from: number, to: number])[] {
  const last = new Map<number, number>();
  const returns: (readonly [number, number])[] = [];
  stretches.forEach(({ page }, index) => {
    if (page === 0) return;
    const before = last.get(page);
    if (before !== undefined && before !== index - 1) returns.push([before, index]);
    last.set(page, index);
  });
  return returns;
}

/** Whether a stretch goes on with the slide of the one before, in another step of it. */
export function isNextStep({ stretches }: Timeline, index: number, stepOf: StepOf): boolean {
  const [before, page] = [stretches[index - 1]?.page ?? 0, stretches[index]?.page ?? 0];
  const [was, is] = [stepOf(before), stepOf(page)];
  return was !== null && is !== null && page !== before && page - is.step === before - was.step;
}

/** Makes a stretch the next step of the slide before; where that has no other, it goes on with its page. */
export function stepOn(timeline: Timeline, index: number, stepOf: StepOf, nPages: number): Outcome {
  const before = timeline.stretches[index - 1]?.page ?? 0;
  if (before === 0) return { why: 'There is no slide before this stretch.' };
  const of = stepOf(before);
  return setPage(timeline, index, of && of.step < of.n_steps ? before + 1 : before, nPages);
}

/** When each page comes on, by its number. */
export function startsByPage({ stretches }: Timeline): ReadonlyMap<number, readonly number[]> {
  const starts = new Map<number, number[]>();
  stretches.forEach(({ page, start }, index) => {
    if (page === 0 || stretches[index - 1]?.page === page) return;
    starts.set(page, [...(starts.get(page) ?? []), start]);
  });
  return starts;
}

/** Cuts a stretch in two; the later part has the page that comes next in the deck. */
export function cut(timeline: Timeline, index: number, at: number, nPages: number): Outcome {
  const { stretches } = timeline;
  const start = stretches[index]?.start ?? 0;
  if (at < start + shortest) return { why: 'The stretch begins here. Move into it to cut it.' };
  const shown = stretches.slice(0, index + 1).findLast(({ page }) => page > 0)?.page ?? 0;
  const later = { page: Math.min(shown + 1, nPages), start: at };
  return { timeline: { ...timeline, stretches: stretches.toSpliced(index + 1, 0, later) }, active: index + 1 };
}

/** By where a stretch begins that was found: the pages that fit it nearly as well as each other, its own among them. */
export type Rivals = ReadonlyMap<number, readonly number[]>;

/** The page that a stretch could be instead, as that fits nearly as well; null where none does, or a person has decided. */
export function rivalOf({ page, start, confidence }: Stretch, rivals: Rivals): number | null {
  if (confidence === undefined || page === 0) return null;
  return rivals.get(start)?.find((other) => other !== page) ?? null;
}

/** Whether somebody should look at a stretch that was found. */
export function isDoubtful(timeline: Timeline, index: number, length: number, rivals: Rivals): boolean {
  const stretch = timeline.stretches[index];
  if (stretch?.confidence === undefined) return false;
  const isShort = endOf(timeline, index, length) - stretch.start < tooShort;
  return stretch.confidence < lookBelow || isShort || rivalOf(stretch, rivals) !== null;
}

/** Takes a stretch that was found as a person's, and goes on to the next. */
export function accept(timeline: Timeline, index: number): Outcome {
  const { stretches } = timeline;
  const stretch = stretches[index];
  const active = Math.min(index + 1, stretches.length - 1);
  if (stretch?.confidence === undefined) return { timeline, active };
  return { timeline: { ...timeline, stretches: stretches.with(index, setBy(stretch)) }, active };
}

/** As a person has it. */
function setBy({ page, start, kind }: Stretch): Stretch {
  return { page, start, ...(kind && { kind }) };
}

export type Filter = 'all' | 'doubtful' | 'none' | 'again' | 'steps';

/** The positions of the stretches that each filter leaves. */
export function filtered(
  timeline: Timeline,
  length: number,
  stepOf: StepOf,
  rivals: Rivals,
): Readonly<Record<Filter, readonly number[]>> {
  const times = timesShown(timeline);
  const all = timeline.stretches.map((_, index) => index);
  return {
    all,
    doubtful: all.filter((index) => isDoubtful(timeline, index, length, rivals)),
    none: all.filter((index) => times[index] === null),
    again: all.filter((index) => (times[index] ?? 0) > 1),
    steps: all.filter((index) => stepOf(timeline.stretches[index]?.page ?? 0) !== null),
  };
}

/** Makes one stretch of two, with the page of the first. */
export function merge(timeline: Timeline, index: number): Outcome {
  const { stretches } = timeline;
  if (index + 1 >= stretches.length) return { why: 'No stretch follows to merge with.' };
  const merged = setBy(stretches[index] as Stretch);
  return { timeline: { ...timeline, stretches: stretches.toSpliced(index, 2, merged) }, active: index };
}

export function setPage(timeline: Timeline, index: number, page: number, nPages: number): Outcome {
  const stretch = timeline.stretches[index];
  if (!Number.isInteger(page) || page < 0 || page > nPages) return { why: `The deck has pages 1 to ${nPages}.` };
  if (!stretch || stretch.page === page) return { timeline, active: index };
  return {
    timeline: { ...timeline, stretches: timeline.stretches.with(index, { page, start: stretch.start }) },
    active: index,
  };
}

/** Says what was on the screen in a stretch without a slide; null takes that back. */
export function setKind(timeline: Timeline, index: number, kind: Kind | null): Outcome {
  const stretch = timeline.stretches[index];
  if (!stretch || stretch.page > 0) return { why: 'A page is shown here.' };
  if ((stretch.kind ?? null) === kind) return { timeline, active: index };
  const { page, start } = stretch;
  const set = { page, start, ...(kind && { kind }) };
  return { timeline: { ...timeline, stretches: timeline.stretches.with(index, set) }, active: index };
}

/** Moves the start of a stretch by some seconds, as far as those beside it let it. */
export function moveStart(timeline: Timeline, index: number, by: number, length: number): Outcome {
  const { stretches } = timeline;
  const [before, stretch] = [stretches[index - 1], stretches[index]];
  if (!before || !stretch) return { why: 'The first stretch begins with the talk.' };
  const most = endOf(timeline, index, length) - shortest;
  const start = rounded(Math.min(most, Math.max(before.start + shortest, stretch.start + by)));
  if (start === stretch.start || start < before.start)
    return { why: 'The stretch beside it would be gone. Merge them.' };
  return { timeline: { ...timeline, stretches: stretches.with(index, { ...setBy(stretch), start }) }, active: index };
}

/** To the millisecond, as the grammar of files has times. */
export function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** The sentences of a stretch: those with their middle in it. */
export function saidBetween(units: readonly DocumentUnit[], from: number, to: number): DocumentUnit[] {
  return units.filter(({ start_seconds: start, end_seconds: end }) => {
    if (start === null || end === null) return false;
    const middle = (start + end) / 2;
    return from <= middle && middle < to;
  });
}

/** What a page says. units: of the deck. */
export function textOf(units: readonly DocumentUnit[], page: number): string {
  const on = units.filter((unit) => (unit.page ?? unit.position + 1) === page);
  return on
    .map(({ text }) => text)
    .join('\n')
    .trim();
}

type Shown = Pick<Stretch, 'page' | 'kind'>;

/** Where two timelines show something else; null where a timeline has not begun. */
export function differences(
  mine: Timeline,
  theirs: Timeline,
): { start: number; mine: Shown | null; theirs: Shown | null }[] {
  const starts = [...new Set([...mine.stretches, ...theirs.stretches].map(({ start }) => start))].sort((a, b) => a - b);
  const shownAt = (timeline: Timeline, start: number): Shown | null => {
    const stretch = timeline.stretches[stretchAt(timeline, start)];
    return stretch ? { page: stretch.page, ...(stretch.kind && { kind: stretch.kind }) } : null;
  };
  return starts
    .map((start) => ({ start, mine: shownAt(mine, start), theirs: shownAt(theirs, start) }))
    .filter(({ mine, theirs }) => mine?.page !== theirs?.page || mine?.kind !== theirs?.kind);
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** "2nd time"; nothing the first time, and for no slide. */
export function timeWords(nth: number | null): string {
  return nth !== null && nth > 1 ? `${nth}${endings[ordinals.select(nth)] ?? 'th'} time` : '';
}

/** "page 10", "no slide", "no slide: demo" */
export function pageWords(shown: Shown | null): string {
  if (shown?.page) return `page ${shown.page}`;
  return shown?.kind ? `no slide: ${shown.kind}` : 'no slide';
}

/** "page 10 begins at 05:09" */
export function boundaryWords(stretch: Stretch): string {
  return `${pageWords(stretch)} begins at ${clock(stretch.start)}`;
}
