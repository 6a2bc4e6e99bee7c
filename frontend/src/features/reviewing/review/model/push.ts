/** Targets pushed past their sources, a row up or down: what corrects a stretch that has slipped by one. */

import { byPlace, type Doc, positionBetween, rowOf } from './document';
import { type Gesture, newId, type PlannedRow, regroup } from './gesture';
import { labelsChange } from './labels';
import { sideText, spaceOf } from './text';
import type { Chip, Row, RowFields, Step } from './types';

/** What goes with a target: its chips, and what people said of them. */
interface Load {
  chips: readonly Chip[];
  postEdit: string | null;
  tags: readonly string[];
}

const nothing: Load = { chips: [], postEdit: null, tags: [] };

/**
 * Of one row: its target and all below, a row down (1) or up (-1). Of several: only theirs, so that what lies below stays
 * where it is; the last of them takes what is pushed out, or the first. Post-edits and tags go with their texts. A row
 * that gets another target is a new proposal: its labels were about another pair, and nobody has accepted this one.
 */
export function pushTargets(doc: Doc, ids: readonly string[], by: -1 | 1): Gesture {
  if (doc.kind !== 'bitext') return { refused: 'Only the rows of a bitext can be pushed.' };
  const places = new Map(doc.order.map((id, i) => [id, i]));
  const at = ids.map((id) => places.get(id) ?? 0).sort((a, b) => a - b);
  const [first, last] = [at[0], at.at(-1)];
  if (first === undefined || last === undefined) return { refused: 'No row is selected.' };
  const single = ids.length === 1;
  if (single && by < 0 && first === 0) return { refused: 'This is the first row: there is no row above.' };
  const order = single ? doc.order.slice(by < 0 ? first - 1 : first) : doc.order.slice(first, last + 1);
  const rows = order.map((id) => rowOf(doc, id));
  const loads = rows.map((row): Load => ({ chips: row.target, postEdit: row.post_edit, tags: row.tags }));
  const moved = by < 0 ? pulled(doc, rows, loads) : pushed(doc, rows, loads, single);
  const end = single && by > 0 ? loads.at(-1) : undefined;
  const planned: PlannedRow[] = [];
  const steps: Step[] = [];
  const fresh: string[] = [];
  rows.forEach((row, i) => {
    const load = moved[i] ?? nothing;
    if (sameChips(row.target, load.chips)) return;
    planned.push({ row: row.id, source: row.source, target: load.chips });
    if (row.source.length + load.chips.length === 0) return;
    if (row.status !== 'proposed') fresh.push(row.id);
    steps.push(...labelSteps(row, load));
  });
  if (end && end.chips.length > 0) {
    const id = newId();
    planned.push({ row: id, position: positionBetween(rows.at(-1) as Row, null), source: [], target: end.chips });
    const fields = { ...(end.postEdit !== null && { post_edit: end.postEdit }), ...tagged(end.tags) };
    if (Object.keys(fields).length > 0) steps.push({ type: 'set', rows: [id], fields });
  }
  if (planned.length === 0) return { refused: 'There is no target here to push.' };
  if (fresh.length > 0) steps.push({ type: 'set', rows: fresh, fields: { status: 'proposed' } });
  const focus = rows[by < 0 && single ? 1 : 0] as Row;
  const stays = planned.every(({ row, source, target }) => row !== focus.id || source.length + target.length > 0);
  const next = stays ? focus : rows.find((row) => row !== focus);
  if (!next) return { refused: 'This is the last row, and it has no source: its target stays here.' };
  return {
    operation: regroup(doc, by < 0 ? 'push_up' : 'push_down', planned, steps),
    focus: { row: next.id, chip: null },
  };
}

/** How many rows an operation makes proposals again that somebody had accepted. */
export function unaccepted(steps: readonly Step[]): number {
  return steps.reduce(
    (n, step) => n + (step.type === 'set' && step.fields.status === 'proposed' ? step.rows.length : 0),
    0,
  );
}

function pushed(doc: Doc, rows: readonly Row[], loads: readonly Load[], single: boolean): Load[] {
  const moved = [nothing, ...loads.slice(0, -1)];
  const last = rows.length - 1;
  if (!single) moved[last] = together(doc, rows.slice(-2), [moved[last] ?? nothing, loads[last] ?? nothing]);
  return moved;
}

function pulled(doc: Doc, rows: readonly Row[], loads: readonly Load[]): Load[] {
  const moved = [...loads.slice(1), nothing];
  moved[0] = together(doc, rows.slice(0, 2), [loads[0] ?? nothing, loads[1] ?? nothing]);
  return moved;
}

/** Two targets as one; a post-edit of either keeps the text of the other. */
function together(doc: Doc, rows: readonly Row[], loads: readonly [Load, Load]): Load {
  const texts = loads.map(({ postEdit }, i) => postEdit ?? sideText(doc, rows[i] as Row, 'target'));
  return {
    chips: loads.flatMap(({ chips }) => chips).sort(byPlace),
    postEdit: loads.every(({ postEdit }) => postEdit === null)
      ? null
      : texts.filter(Boolean).join(spaceOf(doc, 'target')),
    tags: [...new Set(loads.flatMap(({ tags }) => tags))],
  };
}

function labelSteps(row: Row, load: Load): Step[] {
  const fields: RowFields = {};
  if (load.postEdit !== row.post_edit) fields.post_edit = load.postEdit;
  if (load.tags.join('\n') !== row.tags.join('\n')) fields.tags = [...load.tags];
  if (row.good_align !== null) fields.good_align = null;
  if (row.good_mt !== null) fields.good_mt = null;
  if (Object.keys(row.labels).length > 0) fields.labels = labelsChange(row.labels, {});
  return Object.keys(fields).length > 0 ? [{ type: 'set', rows: [row.id], fields }] : [];
}

function tagged(tags: readonly string[]): RowFields {
  return tags.length > 0 ? { tags: [...tags] } : {};
}

function sameChips(a: readonly Chip[], b: readonly Chip[]): boolean {
  return a.length === b.length && a.every((chip, i) => chip.id === b[i]?.id);
}
