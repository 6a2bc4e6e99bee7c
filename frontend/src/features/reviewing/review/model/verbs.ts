/** What was done, in words: for the history, for undo and redo, and for what the server refused. */

import { rowWords, sourceWords } from '@/ui/kinds';
import { type Doc, numberOf } from './document';
import type { HistoryEntry, PairKind } from './types';

const words: Readonly<Record<string, string>> = {
  accept: 'accepted the row',
  accept_many: 'accepted many rows',
  to_proposed: 'reset the row to proposed',
  label: 'set a label',
  tag: 'set error tags',
  flag: 'set the flag',
  post_edit: 'edited the target',
  override: 'overrode a warning',
  heed: 'restored a warning',
  move: 'moved a chip',
  merge: 'merged rows',
  split: 'split the row',
  own_row: 'gave a chip its own row',
  swap: 'swapped targets',
  next_choice: 'took the engine’s next choice',
  push_down: 'shifted targets down',
  push_up: 'shifted targets up',
  replace: 'replaced text in post-edits',
  repeat: 'repeated a post-edit in rows with the same source',
  null: 'made the row null',
  remove: 'removed a chip',
  restore: 'restored a chip',
  key: 'marked a key sentence',
  not_key: 'unmarked a key sentence',
  propose_keys: 'had key sentences proposed',
  split_text: 'split the text',
  join_text: 'joined text',
  unjoin_text: 'separated joined text',
  undo: 'undid an edit',
  redo: 'redid an edit',
  settle: 'settled a region',
  compare_again: 'compared the reviews again',
  back_to: 'restored an earlier state',
};

/** A talk has spans and sentences, or stretches and pages, where a bitext has rows, targets and nulls. */
function talkWords(kind: Exclude<PairKind, 'bitext'>): Readonly<Record<string, string>> {
  const [row, rows] = rowWords[kind];
  return {
    post_edit: 'edited what was said',
    move: 'moved words',
    merge: `joined ${rows}`,
    split: `split the ${row}`,
    own_row: `gave words their own ${row}`,
    null: `chose ${sourceWords[kind].none}`,
    reassign: `chose another ${sourceWords[kind].unit}`,
    remove: 'removed words',
    restore: 'restored words',
  };
}

/** The words of an operation's verb, after "You" or "Undid:". A verb without its own words is shown as it is. */
export function wordsOf(verb: string, kind: PairKind): string {
  return (kind === 'bitext' ? undefined : talkWords(kind)[verb]) ?? words[verb] ?? verb.replaceAll('_', ' ');
}

/** "moved chip 94 here from row 53", of an edit that moved one chip between this row and another; else null. */
export function movedWords(doc: Doc, { verb, before, after }: HistoryEntry, id: string): string | null {
  const [was, is] = [before, after].map((rows) => rows.find((row) => row.id === id));
  if (verb !== 'move' || doc.kind !== 'bitext' || !was || !is) return null;
  for (const side of ['target', 'source'] as const) {
    const came = is[side].filter((chip) => was[side].every((other) => other.id !== chip.id));
    const left = was[side].filter((chip) => is[side].every((other) => other.id !== chip.id));
    const [chip, ...more] = [...came, ...left];
    if (!chip || more.length > 0) continue;
    const what = `${side === 'target' ? 'chip' : 'sentence'} ${chip.unit + 1}`;
    const elsewhere = (came.length > 0 ? before : after).find((row) => row[side].some(({ id }) => id === chip.id));
    const number = elsewhere ? numberOf(doc, elsewhere.id) : 0;
    const row = number > 0 ? `row ${number}` : 'a row that is gone';
    return came.length > 0 ? `moved ${what} here from ${row}` : `moved ${what} to ${row}`;
  }
  return null;
}
