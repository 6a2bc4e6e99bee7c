/** The sides of a conflict: what was done here, what is saved, what both started from, and the words for them. */

import { count, plural, timeOfDay } from '@/lib/format';
import type { Change } from '../model/apply';
import { countPieces } from '../model/shape';
import type { LoggedRow, Row } from '../model/types';
import type { Conflict } from '../sending/state';

export interface Versions {
  mine: Row | undefined;
  theirs: Row | undefined;
  /** What both started from. */
  base: LoggedRow | undefined;
}

/** `change`: what the person's edit did, as they saw it; undefined where this page never applied it. */
export function versionsOf({ body }: Conflict, change: Change | undefined): Versions {
  const theirs = body.rows.find((row) => change?.after.some((mine) => mine.id === row.id)) ?? body.rows[0];
  const is = (row: LoggedRow) => row.id === theirs?.id;
  return {
    theirs,
    mine: change?.after.find(is) ?? change?.after[0],
    // The page may have shown what was saved before the edit was sent: what its field was opened on is in the log.
    base: body.started_from?.find(is) ?? change?.before.find(is),
  };
}

/** Whose each side is. `reader`: the person here. */
export function wordsOf({ body, operation }: Conflict, reader: number) {
  const isText = operation.steps.some((step) => step.type === 'set' && step.fields.post_edit !== undefined);
  const isOwn = body.changed_by?.id === reader;
  const did = isText ? 'typed' : 'did';
  return {
    /** After "Row 52 was saved ". */
    where: `${isOwn ? 'in another tab or on another device' : `by ${whoSaved(body.changed_by, reader)}`} while you were ${isText ? 'typing' : 'editing it'}`,
    who: whoSaved(body.changed_by, reader),
    mine: `What you ${did} here`,
    keepMine: `Keep what I ${did} here`,
  };
}

function whoSaved(by: Conflict['body']['changed_by'], reader: number): string {
  return by?.id === reader ? 'you' : (by?.name ?? 'someone else');
}

/** What became of the edits of other rows. */
export function othersWords(nSaved: number, nWaiting: number): string {
  if (nWaiting > 0) return `${plural(nWaiting, 'later edit')} ${nWaiting === 1 ? 'waits' : 'wait'} to be sent.`;
  if (nSaved === 0) return '';
  return nSaved === 1
    ? 'Your edit on another row is saved.'
    : `Your ${plural(nSaved, 'edit')} on other rows are saved.`;
}

/** "Tomás Arriaga, 14:31, and 1 before". */
export function savedWords({ body }: Conflict, who: string): string {
  const saved = body.changed_at ? timeOfDay(body.changed_at) : '';
  const before = body.n_before ? `and ${count(body.n_before)} before` : '';
  return [who, saved, before].filter(Boolean).join(', ');
}

/** "1:2"; empty where the links are those of the other row. */
export function linkWords(row: LoggedRow, base: LoggedRow | undefined): string {
  const ids = (one: LoggedRow) => [...one.source, ...one.target].map(({ id, removed }) => `${id}${removed}`).join();
  if (!base || ids(row) === ids(base)) return '';
  return `links changed, ${countPieces(row.source)}:${countPieces(row.target)}`;
}
