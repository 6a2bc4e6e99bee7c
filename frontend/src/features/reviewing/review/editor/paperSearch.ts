/** Searching the paper of a talk for a sentence, spoken or not, and choosing it for the active span. */

import type { ActionId } from '../keys/table';
import { rowOf } from '../model/document';
import { sentencesWith } from '../model/hits';
import type { Command, Editor } from './editor';
import { choose } from './sentenceChoice';
import { seek } from './view';

export function paperHits({ state: { doc, paperQuery } }: Editor): readonly number[] {
  return paperQuery === null ? [] : sentencesWith(doc, paperQuery);
}

/** Looks for a text; the sentence found first is the one nearest below where the person was. */
export function searchPaper(editor: Editor, query: string): void {
  editor.set({ paperQuery: query });
  const { active, doc, paperCursor } = editor.state;
  const hits = paperHits(editor);
  const from = paperCursor ?? (active ? (rowOf(doc, active).source[0]?.unit ?? 0) : 0);
  editor.set({ paperCursor: hits.find((hit) => hit >= from) ?? hits[0] ?? paperCursor });
}

/** To the next sentence found, around the end. */
export function stepHits(editor: Editor, by: 1 | -1): void {
  const hits = paperHits(editor);
  const { paperCursor } = editor.state;
  if (hits.length === 0) return;
  const beyond = (hit: number) =>
    by > 0 ? hit > (paperCursor ?? -1) : hit < (paperCursor ?? Number.POSITIVE_INFINITY);
  const next = by > 0 ? hits.find(beyond) : hits.findLast(beyond);
  editor.set({ paperCursor: next ?? (by > 0 ? hits[0] : hits.at(-1)) ?? null });
}

export function closePaperSearch(editor: Editor): void {
  editor.set({ paperQuery: null, paperCursor: null, focus: editor.state.focus + 1 });
}

/** `stays`: in the search, for the next span. */
export function chooseHit(editor: Editor, stays: boolean): void {
  const { paperCursor } = editor.state;
  if (paperCursor === null || !paperHits(editor).includes(paperCursor)) {
    editor.say('No sentence is found.');
    return;
  }
  choose(editor, paperCursor);
  if (!stays) closePaperSearch(editor);
}

function stepRows(by: 1 | -1): Command {
  return (editor) => {
    if (editor.state.paperQuery !== null) return stepHits(editor, by);
    const { matched } = editor.state;
    if (!matched) {
      editor.say('Search for something first.');
      return;
    }
    const row = seek(editor.state, by, ({ id }) => matched.has(id));
    if (!row) {
      editor.say(by > 0 ? 'None below.' : 'None above.');
      return;
    }
    editor.moveTo(row, null);
    editor.set({ scroll: editor.scrolled('near') });
  };
}

export const hitCommands = {
  paper_search: (editor) => editor.set({ paperQuery: editor.state.paperQuery ?? '' }),
  next_hit: stepRows(1),
  previous_hit: stepRows(-1),
} as const satisfies Partial<Record<ActionId, Command>>;
