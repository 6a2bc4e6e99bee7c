/**
 * The commands of the deck. While a page is being chosen, `paperCursor` names it: arrows go through the pages, and one is
 * taken for the active row. Otherwise arrows in the filmstrip go from showing to showing, and so do the rows.
 */

import type { ActionId } from '../keys/table';
import { choicesFor } from '../model/candidates';
import { type Frame, framesOf, pageOf, pagesOf } from '../model/deck';
import { rowOf } from '../model/document';
import type { Command, Editor } from './editor';
import { activate } from './navigation';
import { choose } from './sentenceChoice';

/** Takes a page for the active row, or none. */
export function takePage(editor: Editor, unit: number | null): void {
  choose(editor, unit);
  backToTalk(editor);
}

export function backToTalk(editor: Editor): void {
  editor.set({ paperCursor: null, focus: editor.state.focus + 1 });
}

/** A frame that was clicked: what is chosen, or the place in the talk. A page that is never shown can only be chosen. */
export function openFrame(editor: Editor, { page, rows }: Frame): void {
  if (editor.state.paperCursor !== null) takePage(editor, page.unit);
  else if (rows[0]) activate(editor, rows[0]);
  else editor.set({ paperCursor: page.unit });
}

function walk(by: 1 | -1): Command {
  return (editor) => {
    const { doc, paperCursor, active } = editor.state;
    if (paperCursor !== null) {
      const pages = pagesOf(doc);
      const next = pages[pages.findIndex(({ unit }) => unit === paperCursor) + by];
      if (next) editor.set({ paperCursor: next.unit });
      return;
    }
    const shown = framesOf(doc).filter(({ rows }) => rows.length > 0);
    const places = new Map(doc.order.map((id, at) => [id, at]));
    const place = (row: string | null | undefined) => places.get(row ?? '') ?? 0;
    const next =
      by > 0
        ? shown.find(({ rows }) => place(rows[0]) > place(active))
        : shown.findLast(({ rows }) => place(rows.at(-1)) < place(active));
    if (next?.rows[0]) activate(editor, next.rows[0]);
  };
}

const toDeck: Command = (editor) => {
  const { doc, active } = editor.state;
  if (!active) return;
  const unit = rowOf(doc, active).source[0]?.unit ?? choicesFor(doc, active).choices[0]?.sentence;
  const page = pageOf(doc, unit) ?? pagesOf(doc)[0];
  if (page) editor.set({ paperCursor: page.unit });
};

function toNumber(): void {
  const field = document.querySelector<HTMLInputElement>('[data-field=page-number]');
  field?.focus();
  field?.select();
}

export const deckCommands = {
  to_deck: toDeck,
  to_page: toNumber,
  deck_next: walk(1),
  deck_previous: walk(-1),
  deck_choose: (editor) => {
    const { paperCursor } = editor.state;
    if (paperCursor === null) backToTalk(editor);
    else takePage(editor, paperCursor);
  },
  deck_page: toNumber,
  deck_none: (editor) => takePage(editor, null),
  deck_back: backToTalk,
} as const satisfies Partial<Record<ActionId, Command>>;
