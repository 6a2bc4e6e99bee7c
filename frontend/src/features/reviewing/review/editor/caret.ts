/** Splitting a text: a caret that walks over the places where it may be cut, and cuts there. */

import type { ActionId } from '../keys/table';
import { findChip, rowOf, unitsOf } from '../model/document';
import * as gestures from '../model/gestures';
import { caretStops, chipText, isRightToLeft, wordStops } from '../model/text';
import type { Command, Editor } from './editor';

function openCaret(editor: Editor): void {
  const { doc, active, chip: current } = editor.state;
  if (!active) return;
  const row = rowOf(doc, active);
  const id = current ?? row.target[0]?.id ?? row.source[0]?.id;
  const place = id ? findChip(doc.rows, id, [active]) : null;
  if (!place) return;
  const text = chipText(place.chip, unitsOf(doc, place.side));
  const language = place.side === 'source' ? doc.sourceLanguage : doc.targetLanguage;
  const stops = doc.kind !== 'bitext' ? wordStops(text, language) : caretStops(text, language);
  if (stops.length === 0) editor.say('There is nothing to split here.', 'warn');
  else
    editor.set({
      chip: place.chip.id,
      caret: { row: active, chip: place.chip.id, stops, at: Math.floor(stops.length / 2) },
    });
}

/** -1: to the left on the screen, which in Arabic is towards the end. */
function moveCaret(by: 1 | -1) {
  return (editor: Editor) => {
    const { caret, doc } = editor.state;
    const place = caret && findChip(doc.rows, caret.chip, [caret.row]);
    if (!place) return;
    const forwards = isRightToLeft(chipText(place.chip, unitsOf(doc, place.side))) ? -by : by;
    editor.set({ caret: { ...caret, at: Math.max(0, Math.min(caret.stops.length - 1, caret.at + forwards)) } });
  };
}

function splitAtCaret(editor: Editor): void {
  const { caret, doc } = editor.state;
  const at = caret?.stops[caret.at];
  if (!caret || at === undefined) return;
  editor.set({ caret: null });
  editor.do(gestures.splitText(doc, caret.row, caret.chip, at));
}

export const caretCommands = {
  caret: openCaret,
  caret_left: moveCaret(-1),
  caret_right: moveCaret(1),
  caret_split: splitAtCaret,
  caret_leave: (editor) => editor.set({ caret: null }),
} as const satisfies Partial<Record<ActionId, Command>>;
