/**
 * The person's own pace in this review: how long they worked today, and how many rows they decided. It stays on this
 * device; nobody else is told.
 */

import { store, stored } from '@/lib/stored';
import type { Editor } from './editor';
import { mostUnasked } from './passes';

/** A longer pause is a break. */
const longestPause = 60_000;
/** Before so much work a pace means nothing. */
const leastMilliseconds = 120_000;
const leastRows = 5;
const storeEvery = 10_000;

export interface Work {
  /** Local date, `2026-05-12`. */
  day: string;
  milliseconds: number;
  rows: number;
}

export interface Pace {
  minutes: number;
  /** null while there is too little to go by. */
  rowsPerHour: number | null;
  /** At this pace; null without one, or with nothing left. */
  minutesLeft: number | null;
}

export function paceOf({ milliseconds, rows }: Work, left: number): Pace {
  const known = milliseconds >= leastMilliseconds && rows >= leastRows;
  const rowsPerHour = known ? Math.round((rows * 3_600_000) / milliseconds) : null;
  return {
    minutes: Math.floor(milliseconds / 60_000),
    rowsPerHour,
    minutesLeft: known && left > 0 ? Math.ceil((left * milliseconds) / rows / 60_000) : null,
  };
}

/** Work after something was done at `now`; a pause that is too long for work does not count. */
export function worked(work: Work, since: number | null, now: number): Work {
  const pause = since === null ? 0 : now - since;
  return pause > 0 && pause <= longestPause ? { ...work, milliseconds: work.milliseconds + pause } : work;
}

export function today(now: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const keyOf = (person: number, review: number) => `lectern.pace.${person}.${review}`;

function keptOn(key: string, day: string): Work | null {
  const kept = stored(key) as Work | null | undefined;
  return kept?.day === day && kept.milliseconds >= 0 && kept.rows >= 0 ? kept : null;
}

function load(key: string, day: string): Work {
  return keptOn(key, day) ?? { day, milliseconds: 0, rows: 0 };
}

/**
 * Watches the person work in an open review. Returns the end of it. Only what they do in this page counts here: another
 * page of theirs adds its own to what is kept, and other people's edits are theirs.
 */
export function watchPace(editor: Editor, report: (work: Work) => void): () => void {
  const { info } = editor.state;
  const key = keyOf(info.reader.id, info.id);
  let work = load(key, today(new Date()));
  /** Of `work`, what has not been added to what is kept. */
  let added = { milliseconds: 0, rows: 0 };
  let since: number | null = null;
  let storedAt = 0;
  report(work);
  const add = (milliseconds: number, rows: number) => {
    work = { ...work, milliseconds: work.milliseconds + milliseconds, rows: Math.max(0, work.rows + rows) };
    added = { milliseconds: added.milliseconds + milliseconds, rows: added.rows + rows };
  };
  const keep = () => {
    storedAt = Date.now();
    const kept = keptOn(key, work.day);
    if (kept)
      work = {
        ...kept,
        milliseconds: kept.milliseconds + added.milliseconds,
        rows: Math.max(0, kept.rows + added.rows),
      };
    added = { milliseconds: 0, rows: 0 };
    report(work);
    store(key, work);
  };
  const act = () => {
    const now = Date.now();
    const day = today(new Date(now));
    if (work.day !== day) {
      work = { day, milliseconds: 0, rows: 0 };
      added = { milliseconds: 0, rows: 0 };
    }
    add(worked(work, since, now).milliseconds - work.milliseconds, 0);
    since = now;
    if (now - storedAt > storeEvery) keep();
  };
  const stop = editor.store.subscribe((state, before) => {
    const by = state.nDecided - before.nDecided;
    // What was accepted in bulk was not decided row by row.
    if (by === 0 || Math.abs(by) > mostUnasked) return;
    add(0, by);
    keep();
  });
  const events = ['keydown', 'pointerdown', 'wheel'] as const;
  for (const event of events) globalThis.addEventListener(event, act, { passive: true });
  globalThis.addEventListener('pagehide', keep);
  return () => {
    keep();
    stop();
    for (const event of events) globalThis.removeEventListener(event, act);
    globalThis.removeEventListener('pagehide', keep);
  };
}
