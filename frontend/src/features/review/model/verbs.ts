/** What was done, in words: for the history, for undo and redo, and for what the server refused. */

import type { PairKind } from './types';

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
