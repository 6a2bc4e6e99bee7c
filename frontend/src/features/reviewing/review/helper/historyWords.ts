/** What the history says of a row: how the engine proposed it, and which of its labels an edit changed. */

import type { Doc } from '../model/document';
import { type Labels, labelChanges } from '../model/labels';
import { countPieces } from '../model/shape';
import type { LoggedRow } from '../model/types';

/** "2:1"; in a talk the sentence. */
export function shapeWords(doc: Doc, row: LoggedRow): string {
  if (doc.kind === 'bitext') return `${countPieces(row.source)}:${countPieces(row.target)}`;
  const unit = row.source[0]?.unit;
  return unit === undefined ? 'no sentence' : `sentence ${unit + 1}`;
}

/** ": good_mt yes, flagged", or nothing. */
export function fieldsChanged(before: LoggedRow, after: LoggedRow, labels: Labels): string {
  const words: string[] = [];
  for (const name of ['good_align', 'good_mt'] as const) {
    const value = after[name];
    if (before[name] !== value) words.push(`${name} ${value === null ? 'not set' : value ? 'yes' : 'no'}`);
  }
  if (before.flagged !== after.flagged) words.push(after.flagged ? 'flagged' : 'unflagged');
  if (before.null_reason !== after.null_reason) words.push(after.null_reason || 'no reason');
  words.push(...labelChanges(before, after, labels));
  const added = after.tags.filter((tag) => !before.tags.includes(tag));
  const gone = before.tags.filter((tag) => !after.tags.includes(tag));
  if (added.length > 0) words.push(`added ${added.join(', ')}`);
  if (gone.length > 0) words.push(`removed ${gone.join(', ')}`);
  return words.length > 0 ? `: ${words.join(', ')}` : '';
}
