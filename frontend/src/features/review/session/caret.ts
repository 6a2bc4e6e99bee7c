/** Splitting a text: a caret that walks over the places where it may be cut, and cuts there. */

import type { ActionId } from '../keys/table';
import { type Doc, findChip, rowOf, unitsOf } from '../model/document';
import * as gestures from '../model/gestures';
import { caretStops, chipText, isRightToLeft, wordStops } from '../model/text';
import type { Session } from './session';
import type { Caret } from './state';

/** Whether the text in which the caret stands is what it was, in the same row. */
export function isWhole({ row, chip }: Caret, before: Doc, after: Doc): boolean {
  const inRow = (doc: Doc) => {
    const found = doc.rows.get(row);
    return found && [...found.source, ...found.target].find(({ id }) => id === chip);
  };
  const [was, is] = [inRow(before), inRow(after)];
  return was !== undefined && is !== undefined && was.start === is.start && was.end === is.end;
}

function openCaret(session: Session): void {
  const { doc, active, chip: current } = session.state;
  if (!active) return;
  const row = rowOf(doc, active);
  const id = current ?? row.target[0]?.id ?? row.source[0]?.id;
  const found = id ? findChip(doc.rows, id, [active]) : null;
  if (!found) return;
  const text = chipText(found.chip, unitsOf(doc, found.side));
  const language = found.side === 'source' ? doc.sourceLanguage : doc.targetLanguage;
  const stops = doc.kind === 'paper_talk' ? wordStops(text, language) : caretStops(text, language);
  if (stops.length === 0) session.say('There is nothing to split here.', 'warn');
  else
    session.set({
      chip: found.chip.id,
      caret: { row: active, chip: found.chip.id, stops, at: Math.floor(stops.length / 2) },
    });
}

/** -1: to the left on the screen, which in Arabic is towards the end. */
function moveCaret(by: 1 | -1) {
  return (session: Session) => {
    const { caret, doc } = session.state;
    const found = caret && findChip(doc.rows, caret.chip, [caret.row]);
    if (!found) return;
    const forwards = isRightToLeft(chipText(found.chip, unitsOf(doc, found.side))) ? -by : by;
    session.set({ caret: { ...caret, at: Math.max(0, Math.min(caret.stops.length - 1, caret.at + forwards)) } });
  };
}

function splitAtCaret(session: Session): void {
  const { caret, doc } = session.state;
  const at = caret?.stops[caret.at];
  if (!caret || at === undefined) return;
  session.set({ caret: null });
  session.do(gestures.splitText(doc, caret.row, caret.chip, at));
}

export const caretCommands: Partial<Record<ActionId, (session: Session) => void>> = {
  caret: openCaret,
  caret_left: moveCaret(-1),
  caret_right: moveCaret(1),
  caret_split: splitAtCaret,
  caret_leave: (session) => session.set({ caret: null }),
};
