/**
 * From a person's gesture to an operation. Each gesture is one operation, hence one undo. A gesture that
 * makes no sense where it is asked for is refused with a sentence for the person, and nothing happens.
 */

import { rowWords, sourceWords } from '@/ui/kinds';
import type { CheckName } from './checks';
import { type Doc, findChip, neighbour, positionBetween, rowOf } from './document';
import { type Gesture, newId, operation, type Plan, type PlannedRow, regroup, sameSentence } from './gesture';
import { bestCut, type Cut } from './parting';
import { beginsUtterance } from './shape';
import { cleanText, sideText, spaceOf } from './text';
import type { Chip, Group, Row, RowFields, Side, Step } from './types';

export { joinText, setKey, setRemoved, splitText } from './textGestures';

export function set(doc: Doc, verb: string, rows: readonly string[], fields: RowFields): Gesture {
  if (rows.length === 0) return { refused: 'No row is selected.' };
  return { operation: operation(doc, verb, [{ type: 'set', rows: [...rows], fields }], rows) };
}

/** `confirms`: rows that linear mode confirms on the way; they are logged as implicit. */
export function accept(doc: Doc, rows: readonly string[], confirms: readonly string[] = []): Gesture {
  const steps: Step[] = [{ type: 'set', rows: [...rows], fields: { status: 'accepted' } }];
  if (confirms.length > 0) steps.push({ type: 'set', rows: [...confirms], fields: { status: 'implicit' } });
  return { operation: operation(doc, 'accept', steps, [...rows, ...confirms]) };
}

/** Rows above that nobody has decided: what linear mode takes as confirmed. */
export function undecidedAbove(doc: Doc, id: string): string[] {
  return doc.order.slice(0, doc.order.indexOf(id)).filter((above) => rowOf(doc, above).status === 'proposed');
}

export function postEdit(doc: Doc, id: string, text: string, acceptToo: boolean): Gesture {
  const fields = postEditFields(doc, rowOf(doc, id), text);
  if (acceptToo) fields.status = 'accepted';
  return set(doc, 'post_edit', [id], fields);
}

/** A text as it is saved: cleaned, and null where it is the text as it was aligned. */
function postEditFields(doc: Doc, row: Row, text: string): RowFields {
  const aligned = sideText(doc, row, 'target');
  const clean = text === aligned ? text : cleanText(text, doc.spaceless.target);
  return { post_edit: clean === aligned ? null : clean };
}

/** Takes a warning about a text as wrong, or takes that back; a text that is not saved yet is saved with it. */
export function override(doc: Doc, id: string, text: string, check: CheckName, isWrong: boolean): Gesture {
  const row = rowOf(doc, id);
  const saved = postEditFields(doc, row, text);
  const kept = saved.post_edit === row.post_edit ? (row.overridden ?? []) : [];
  const overridden = [...kept.filter((other) => other !== check), ...(isWrong ? [check] : [])];
  return set(doc, isWrong ? 'override' : 'heed', [id], { ...saved, overridden });
}

/** Where the text of a post-edit fits as well: rows with the same source that nobody has post-edited, and that say else. */
export function rowsToRepeat(doc: Doc, id: string): readonly string[] {
  const row = rowOf(doc, id);
  const source = sideText(doc, row, 'source').trim();
  if (doc.kind !== 'bitext' || source === '' || row.post_edit === null) return [];
  return doc.order.filter((other) => {
    const like = rowOf(doc, other);
    if (other === id || like.post_edit !== null || like.target.length === 0) return false;
    return sideText(doc, like, 'source').trim() === source && sideText(doc, like, 'target') !== row.post_edit;
  });
}

/** The post-edit of one row in others, as one edit; whether they are right for the rest is judged row by row. */
export function repeatText(doc: Doc, id: string, rows: readonly string[]): Gesture {
  const there = rows.filter((other) => doc.rows.get(other)?.post_edit === null);
  if (there.length === 0) return { refused: 'No other row has this source without a post-edit of its own.' };
  return set(doc, 'repeat', there, { post_edit: rowOf(doc, id).post_edit });
}

function without(chips: readonly Chip[], id: string): Chip[] {
  return chips.filter((chip) => chip.id !== id);
}

/** A chip to the row above (-1) or below (1). Without a chip: the first target going up, the last going down. */
export function moveChip(doc: Doc, rowId: string, chipId: string | null, by: -1 | 1): Gesture {
  const row = rowOf(doc, rowId);
  const other = neighbour(doc, rowId, by);
  if (!other) return { refused: by < 0 ? 'This is the first row.' : 'This is the last row.' };
  const place = chipId ? findChip(doc.rows, chipId, [rowId]) : null;
  const side: Side = place?.side ?? 'target';
  const chip = place?.chip ?? row.target.at(by < 0 ? 0 : -1);
  if (!chip) return { refused: 'This row has no target to move.' };
  if (side === 'source' && doc.kind !== 'bitext') {
    const { unit, whole } = sourceWords[doc.kind];
    return { refused: `Choose the ${unit} with {candidate_1} to {candidate_5}, or in the ${whole}.` };
  }
  const plan = regroup(doc, 'move', [
    { row: row.id, source: row.source, target: row.target, [side]: without(row[side], chip.id) },
    { row: other.id, source: other.source, target: other.target, [side]: [...other[side], chip] },
  ]);
  const leaves = row.source.length + row.target.length === 1;
  return {
    operation: plan,
    focus: place || leaves ? { row: other.id, chip: place ? chip.id : null } : undefined,
  } as Plan;
}

/** A chip from anywhere into this row. */
export function bring(doc: Doc, rowId: string, chipId: string): Gesture {
  const row = rowOf(doc, rowId);
  const place = findChip(doc.rows, chipId);
  if (!place) return { refused: 'This chip is gone: it was joined to another, or split.' };
  if (place.row.id === rowId) return { refused: 'This chip is already in the row.' };
  const { row: from, side, chip } = place;
  return {
    operation: regroup(doc, 'move', [
      { row: row.id, source: row.source, target: row.target, [side]: [...row[side], chip] },
      { row: from.id, source: from.source, target: from.target, [side]: without(from[side], chip.id) },
    ]),
  };
}

/** Takes the chip right after this row's last one, or right before its first if there is none. */
export function borrow(doc: Doc, rowId: string): Gesture {
  const row = rowOf(doc, rowId);
  const last = row.target.at(-1);
  const next = neighbour(doc, rowId, 1)?.target[0] ?? neighbour(doc, rowId, -1)?.target.at(-1);
  const following = (last && chipAfter(doc, last)) ?? next;
  return following ? bring(doc, rowId, following.id) : { refused: 'There is no neighbouring chip to borrow.' };
}

/** The chip that follows in the document, wherever it is grouped. */
function chipAfter(doc: Doc, chip: Chip): Chip | undefined {
  let best: Chip | undefined;
  for (const row of doc.rows.values()) {
    for (const other of row.target) {
      const later = other.unit > chip.unit || (other.unit === chip.unit && other.start >= chip.end);
      if (later && (!best || other.unit < best.unit || (other.unit === best.unit && other.start < best.start)))
        best = other;
    }
  }
  return best;
}

export function ownRow(doc: Doc, rowId: string, chipId: string | null): Gesture {
  const row = rowOf(doc, rowId);
  const place = chipId ? findChip(doc.rows, chipId, [rowId]) : null;
  const side: Side = place?.side ?? 'target';
  const chip = place?.chip ?? row.target.at(-1);
  if (!chip) return { refused: 'This row has no target chip to move.' };
  if (row.source.length + row.target.length === 1) return { refused: 'This chip already has its own row.' };
  const leads = row[side].length > 1 && row[side][0]?.id === chip.id;
  const beside = neighbour(doc, rowId, leads ? -1 : 1);
  const id = newId();
  const fresh: PlannedRow = {
    row: id,
    position: leads ? positionBetween(beside, row) : positionBetween(row, beside),
    source: side === 'source' ? [chip] : [],
    target: side === 'target' ? [chip] : [],
  };
  const rest: PlannedRow = { row: row.id, source: row.source, target: row.target, [side]: without(row[side], chip.id) };
  return { operation: regroup(doc, 'own_row', [rest, fresh]), focus: { row: id, chip: chipId } };
}

/** Several rows become the first of them; with one row, it and the next. Post-edits are put together, none is lost. */
export function merge(doc: Doc, ids: readonly string[]): Gesture {
  const [only] = ids;
  const after = ids.length === 1 && only ? neighbour(doc, only, 1) : null;
  const rows = [...ids.map((id) => rowOf(doc, id)), ...(after ? [after] : [])].sort((a, b) => a.position - b.position);
  const [head, ...rest] = rows;
  if (!head || rest.length === 0) return { refused: 'There is no next row to merge with.' };
  // In a talk one sentence is kept; the others are let go first, as a paper's sentences are never used up.
  const keeper = doc.kind !== 'bitext' ? rows.find((row) => row.source.length > 0) : undefined;
  const source = doc.kind !== 'bitext' ? (keeper?.source ?? []) : rows.flatMap((row) => row.source);
  const letGo = rows.filter((row) => doc.kind !== 'bitext' && row !== keeper && row.source.length > 0);
  const first = letGo.map((row): Step => ({ type: 'reassign', row: row.id, source: [], chips: [] }));
  const planned: PlannedRow[] = [
    { row: head.id, source, target: rows.flatMap((row) => row.target) },
    ...rest.map((row): PlannedRow => ({ row: row.id, source: [], target: [] })),
  ];
  return {
    operation: regroup(doc, 'merge', planned, mergedText(doc, head, rows), first),
    focus: { row: head.id, chip: null },
  };
}

function mergedText(doc: Doc, head: Row, rows: readonly Row[]): Step[] {
  const more: Step[] = [];
  if (rows.some((row) => row.post_edit !== null)) {
    const texts = rows.map((row) => row.post_edit ?? sideText(doc, row, 'target'));
    const text = texts.filter(Boolean).join(spaceOf(doc, 'target'));
    more.push({ type: 'set', rows: [head.id], fields: { post_edit: text } });
  }
  const tags = [...new Set(rows.flatMap((row) => row.tags))];
  if (tags.length > head.tags.length) more.push({ type: 'set', rows: [head.id], fields: { tags } });
  return more;
}

/** The row is cut before the chip (or in its middle); the other side is cut in the same proportion. */
export function splitRow(doc: Doc, rowId: string, chipId: string | null): Gesture {
  const row = rowOf(doc, rowId);
  const place = chipId ? findChip(doc.rows, chipId, [rowId]) : null;
  const isTalk = doc.kind !== 'bitext';
  const side: Side = isTalk ? 'target' : (place?.side ?? (row.target.length > 1 ? 'target' : 'source'));
  if (row[side].length < 2) return { refused: 'There is only one chip here. {caret} splits its text.' };
  const chosen = place && place.side === side ? Math.max(1, place.index) : null;
  if (isTalk) return splitAt(doc, row, spanCut(row, chosen ?? Math.ceil(row.target.length / 2)));
  return splitAt(doc, row, chosen === null ? bestCut(doc, row) : bestCut(doc, row, side, chosen));
}

/** A span keeps its sentence, and so does what is cut from it. */
const spanCut = (row: Row, at: number): Cut => ({ source: row.source.length, target: at });

/** The span cut at the first end of an utterance after the chosen words, or after its beginning. */
export function splitUtterance(doc: Doc, rowId: string, chipId: string | null): Gesture {
  const row = rowOf(doc, rowId);
  const from = (chipId && findChip(doc.rows, chipId, [rowId])?.index) || 0;
  const after = row.target.findIndex((_, i) => i > from && beginsUtterance(row.target, i));
  const at = after < 0 ? row.target.findIndex((_, i) => beginsUtterance(row.target, i)) : after;
  if (at < 0) return { refused: `This ${rowWords[doc.kind][0]} is a single utterance. {caret} splits it at a word.` };
  return splitAt(doc, row, spanCut(row, at));
}

/** One is on the first half afterwards, so that both are judged in order. */
function splitAt(doc: Doc, row: Row, cut: Cut): Gesture {
  const id = newId();
  const planned: PlannedRow[] = [
    { row: row.id, source: row.source.slice(0, cut.source), target: row.target.slice(0, cut.target) },
    {
      row: id,
      position: positionBetween(row, neighbour(doc, row.id, 1)),
      source: row.source.slice(cut.source),
      target: row.target.slice(cut.target),
    },
  ];
  return {
    operation: regroup(doc, 'split', planned, sameSentence(doc, row, id)),
    focus: { row: row.id, chip: null },
  };
}

export function swapTargets(doc: Doc, rowId: string): Gesture {
  const row = rowOf(doc, rowId);
  const next = neighbour(doc, rowId, 1);
  if (!next) return { refused: 'This is the last row: there is no target to swap with.' };
  if (row.target.length + next.target.length === 0) return { refused: 'Neither row has a target.' };
  if (row.source.length === 0 || next.source.length === 0) {
    return { refused: 'A row without a source would be empty after the swap.' };
  }
  return {
    operation: regroup(doc, 'swap', [
      { row: row.id, source: row.source, target: next.target },
      { row: next.id, source: next.source, target: row.target },
    ]),
  };
}

/** Null: a row with both sides parts into a dropped source and added targets. `null` keeps the reason that is there. */
export function makeNull(doc: Doc, ids: readonly string[], reason: string | null): Gesture {
  const steps: Step[] = [];
  const touched: string[] = [...ids];
  for (const id of ids) {
    const row = rowOf(doc, id);
    if (doc.kind !== 'bitext') {
      if (row.source.length > 0) steps.push({ type: 'reassign', row: id, source: [], chips: [] });
    } else if (row.source.length > 0 && row.target.length > 0) {
      const fresh = newId();
      const position = positionBetween(row, neighbour(doc, id, 1));
      const groups: Group[] = [
        { row: id, source: row.source.map((chip) => chip.id), target: [] },
        { row: fresh, position, source: [], target: row.target.map((chip) => chip.id) },
      ];
      steps.push({ type: 'regroup', groups, emptied: [] });
    }
  }
  if (reason !== null) steps.push({ type: 'set', rows: [...ids], fields: { null_reason: reason } });
  if (steps.length === 0) return { refused: 'This row is already null. Choose a reason.' };
  return { operation: operation(doc, 'null', steps, touched) };
}

/** The sentence or page a span is about; null is none. */
export function reassign(doc: Doc, rowId: string, sentence: number | null): Gesture {
  if (doc.kind === 'bitext') return { refused: 'Only a talk has sentences or pages to choose.' };
  const source = sentence === null ? [] : [sentence];
  const step: Step = { type: 'reassign', row: rowId, source, chips: source.map(newId) };
  return { operation: operation(doc, sentence === null ? 'null' : 'reassign', [step], [rowId]) };
}

export function turn(doc: Doc, type: 'undo' | 'redo', rows: readonly string[]): Gesture {
  const top = (type === 'undo' ? doc.undoStack : doc.redoStack).at(-1);
  if (!top) return { refused: type === 'undo' ? 'Nothing to undo.' : 'Nothing to redo.' };
  return { operation: operation(doc, type, [{ type, operation: top.operation }], rows) };
}

/** `leaveUnreviewed`: the person has seen that rows are left, and submits all the same. */
export function submit(doc: Doc, leaveUnreviewed: boolean): Gesture {
  const step: Step = leaveUnreviewed ? { type: 'submit', leave_unreviewed: true } : { type: 'submit' };
  return { operation: operation(doc, 'submit', [step], []) };
}

export function reopen(doc: Doc): Gesture {
  return { operation: operation(doc, 'reopen', [{ type: 'reopen' }], []) };
}
