/** What was done, in words: for the history, for undo and redo, and for what the server refused. */

import { type Doc, numberOf } from './document';
import type { HistoryEntry, PairKind } from './types';

const words: Readonly<Record<string, string>> = {
  accept: 'accepted it',
  to_proposed: 'set it back to proposed',
  label: 'set a label',
  tag: 'set error tags',
  flag: 'set the flag',
  post_edit: 'edited the target',
  move: 'moved a chunk',
  merge: 'merged rows',
  split: 'split the row',
  own_row: 'gave a chunk a row of its own',
  swap: 'swapped targets',
  null: 'made it null',
  remove: 'removed a chunk',
  restore: 'put a chunk back',
  split_text: 'split the text',
  join_text: 'joined text',
  unjoin_text: 'took a seam away',
  reassign: 'chose another sentence',
  undo: 'undid an edit',
  redo: 'did an edit again',
  back_to: 'took it back to an earlier state',
};

/** A talk has spans and sentences where a bitext has rows, targets and nulls. */
const talkWords: Readonly<Record<string, string>> = {
  post_edit: 'edited what was said',
  move: 'moved words',
  merge: 'joined spans',
  split: 'split the span',
  own_row: 'gave words a span of their own',
  null: 'left it without a sentence',
  remove: 'removed words',
  restore: 'put words back',
};

/** The words of an operation's verb, after "You" or "Undid:". A verb without words of its own is said as it is. */
export function wordsOf(verb: string, kind: PairKind): string {
  return (kind === 'paper_talk' ? talkWords[verb] : undefined) ?? words[verb] ?? verb.replaceAll('_', ' ');
}

/** "moved chunk 94 here from row 53", of an edit that moved one piece between this row and another; else null. */
export function movedWords(doc: Doc, { verb, before, after }: HistoryEntry, id: string): string | null {
  const [was, is] = [before, after].map((rows) => rows.find((row) => row.id === id));
  if (verb !== 'move' || doc.kind !== 'bitext' || !was || !is) return null;
  for (const side of ['target', 'source'] as const) {
    const came = is[side].filter((chip) => was[side].every((other) => other.id !== chip.id));
    const left = was[side].filter((chip) => is[side].every((other) => other.id !== chip.id));
    const [chip, ...more] = [...came, ...left];
    if (!chip || more.length > 0) continue;
    const what = `${side === 'target' ? 'chunk' : 'sentence'} ${chip.unit + 1}`;
    const elsewhere = (came.length > 0 ? before : after).find((row) => row[side].some(({ id }) => id === chip.id));
    const number = elsewhere ? numberOf(doc, elsewhere.id) : 0;
    const row = number > 0 ? `row ${number}` : 'a row that is gone';
    return came.length > 0 ? `moved ${what} here from ${row}` : `moved ${what} to ${row}`;
  }
  return null;
}
