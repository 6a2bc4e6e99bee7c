/** Moving through the rows that are shown. Pure functions of the state. */

import { weakBelow } from '@/lib/confidence';
import { type Doc, rowOf } from '../model/document';
import { type Facts, select, type View } from '../model/filters';
import { sameChips } from '../model/rows';
import { crossings, shapeOf } from '../model/shape';
import { differences } from '../model/tallies';
import type { Row } from '../model/types';
import { type Caret, type EditorState, noticeOf } from './state';

export interface Shown {
  visible: readonly string[];
  matched: ReadonlySet<string> | null;
}

export function isFiltered(view: View): boolean {
  return view.filters.length > 0 || view.labels.length > 0 || view.query.trim() !== '';
}

/** The rows of a view, chosen anew. With `neighbours` the row before and after each match are there too. */
export function show(doc: Doc, facts: Facts, view: View, matching: ReadonlySet<string> | null = null): Shown {
  if (!isFiltered(view) && view.order === 'talk') return { visible: doc.order, matched: null };
  const ids = select(doc, facts, view, matching);
  if (!isFiltered(view)) return { visible: ids, matched: null };
  const matched = new Set(ids);
  if (!view.neighbours || view.order !== 'talk') return { visible: ids, matched };
  const around = doc.order.filter((id, i) =>
    [doc.order[i - 1], id, doc.order[i + 1]].some((other) => other !== undefined && matched.has(other)),
  );
  return { visible: around, matched };
}

/** After an edit: rows that came are shown, rows that went are not, all others stay where they are. */
export function follow(before: Doc, after: Doc, shown: Shown, view: View): Shown {
  if (before.order === after.order) return shown;
  if (shown.visible === before.order) return { visible: after.order, matched: null };
  const had = before.rows;
  const fresh = after.order.filter((id) => !had.has(id));
  const matched = shown.matched && fresh.length > 0 ? new Set([...shown.matched, ...fresh]) : shown.matched;
  if (view.order === 'talk') {
    const keep = new Set([...shown.visible, ...fresh]);
    return { visible: after.order.filter((id) => keep.has(id)), matched };
  }
  const visible = shown.visible.filter((id) => after.rows.has(id));
  for (const id of fresh) {
    const above = after.order[after.order.indexOf(id) - 1];
    visible.splice(above === undefined ? 0 : visible.indexOf(above) + 1, 0, id);
  }
  return { visible, matched };
}

/** Crossings depend on the places of chips: as long as these stand where they stood, the facts are the same. */
function factsAfter(facts: Facts, before: Doc, after: Doc): Facts {
  const moved = differences(before.rows, after.rows).some(
    ([was, is]) => !was || !is || !sameChips(was.source, is.source) || !sameChips(was.target, is.target),
  );
  return moved ? { ...facts, crossings: crossings(after) } : facts;
}

/** The next shown row in a direction that `test` accepts; null if there is none. */
export function seek(state: EditorState, by: 1 | -1, test: (row: Row) => boolean): string | null {
  const { visible, active, doc } = state;
  let at = active ? visible.indexOf(active) : by > 0 ? -1 : visible.length;
  for (at += by; at >= 0 && at < visible.length; at += by) {
    const id = visible[at] as string;
    if (test(rowOf(doc, id))) return id;
  }
  return null;
}

export const tests = {
  any: () => true,
  unreviewed: (row: Row) => row.status === 'proposed',
  weak: (row: Row) => row.confidence !== null && row.confidence < weakBelow && !row.edited,
  not11: (row: Row) => !shapeOf(row).oneToOne,
} as const;

/** Ids meant by a gesture, in the order shown: the selection, or the active row. */
export function selected(state: Pick<EditorState, 'visible' | 'active' | 'anchor' | 'picked'>): readonly string[] {
  const { visible, active, anchor, picked } = state;
  if (picked) return visible.filter((id) => picked.has(id));
  if (!active) return [];
  if (!anchor || anchor === active) return [active];
  const [a, b] = [visible.indexOf(anchor), visible.indexOf(active)];
  return a < 0 || b < 0 ? [active] : visible.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** Chips in the order the arrow keys walk: source, then target. In a talk only what was said. */
export function walk(doc: Doc, id: string): readonly string[] {
  const row = rowOf(doc, id);
  const chips = doc.kind !== 'bitext' ? row.target : [...row.source, ...row.target];
  return chips.map((chip) => chip.id);
}

/** Where the focus goes when the active row is gone: the row now at its place. */
function survivor(before: Doc, after: Doc, visible: readonly string[], active: string): string | null {
  if (after.rows.has(active)) return active;
  const at = before.order.indexOf(active);
  for (let i = at - 1; i >= 0; i -= 1) {
    const id = before.order[i] as string;
    if (after.rows.has(id) && visible.includes(id)) return id;
  }
  return visible[0] ?? null;
}

/** Whether the text that has the caret is unchanged, in the same row. */
export function isWhole({ row, chip }: Caret, before: Doc, after: Doc): boolean {
  const inRow = (doc: Doc) => {
    const current = doc.rows.get(row);
    return current && [...current.source, ...current.target].find(({ id }) => id === chip);
  };
  const [was, is] = [inRow(before), inRow(after)];
  return was !== undefined && is !== undefined && was.start === is.start && was.end === is.end;
}

/** Another document in place of the one shown; rows, selection and focus stay where they can. */
export function withDoc(state: EditorState, doc: Doc): Partial<EditorState> {
  const { doc: was, visible, matched, view, active, chip, caret, opened, drafts } = state;
  const shown = follow(was, doc, { visible, matched }, view);
  const stands = active && survivor(was, doc, shown.visible, active);
  const isGone = opened !== null && !doc.rows.has(opened.row);
  const text = isGone ? drafts.get(opened.row) : undefined;
  return {
    doc,
    facts: factsAfter(state.facts, was, doc),
    ...shown,
    active: stands,
    chip: stands === active ? chip : null,
    caret: caret && isWhole(caret, was, doc) ? caret : null,
    opened: isGone ? null : opened,
    ...(text &&
      noticeOf(state, `The row you were editing is gone; its chips are in other rows now. Your text: ${text}`, 'warn')),
  };
}
