/** How a gesture is said: a plan with one operation, or a refusal with a sentence for the person. */

import type { Doc } from './document';
import type { Chip, Group, Operation, Row, Step } from './types';

/** `focus`: where the person is afterwards, if the gesture moved what they stood on. */
export interface Plan {
  operation: Operation;
  focus?: { row: string; chip: string | null };
}

export interface Refusal {
  refused: string;
}

export type Gesture = Plan | Refusal;

export function isRefusal(gesture: Gesture): gesture is Refusal {
  return 'refused' in gesture;
}

/** Client-made ids: random, and fine without a secure context, where crypto.randomUUID does not exist. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function operation(doc: Doc, verb: string, steps: readonly Step[], rows: readonly string[]): Operation {
  const versions: Record<string, number> = {};
  for (const id of rows) {
    const row = doc.rows.get(id);
    if (row) versions[id] = row.version;
  }
  return { id: newId(), verb, steps, versions };
}

export interface Draft {
  row: string;
  position?: number;
  source: readonly Chip[];
  target: readonly Chip[];
}

/** Rows regrouped into `drafts`; what was given for an empty side no longer holds where the side is filled. */
export function regroup(
  doc: Doc,
  verb: string,
  drafts: readonly Draft[],
  more: readonly Step[] = [],
  first: readonly Step[] = [],
) {
  // A span of a talk without words is no span: its sentence goes back to the paper, and the row goes.
  const bare = drafts.filter((draft) => doc.kind === 'paper_talk' && !draft.target.length && draft.source.length > 0);
  const letGo = bare.map((draft): Step => ({ type: 'reassign', row: draft.row, source: [], chips: [] }));
  const standing = drafts.map((draft) => (bare.includes(draft) ? { ...draft, source: [] } : draft));
  const kept = standing.filter((draft) => draft.source.length + draft.target.length > 0);
  const emptied = standing.filter((draft) => draft.source.length + draft.target.length === 0).map((draft) => draft.row);
  const groups = kept.map((draft): Group => {
    const group = { row: draft.row, source: draft.source.map((c) => c.id), target: draft.target.map((c) => c.id) };
    return draft.position === undefined ? group : { ...group, position: draft.position };
  });
  const filled = kept.filter(
    (draft) => draft.source.length > 0 && draft.target.length > 0 && doc.rows.get(draft.row)?.null_reason,
  );
  const steps: Step[] = [...letGo, ...first, { type: 'regroup', groups, emptied }];
  if (filled.length > 0)
    steps.push({ type: 'set', rows: filled.map((draft) => draft.row), fields: { null_reason: '' } });
  steps.push(...more);
  return operation(
    doc,
    verb,
    steps,
    drafts.map((draft) => draft.row),
  );
}

/** The second half of a span of a talk is about the same sentence until someone says otherwise. */
export function sameSentence(doc: Doc, row: Row, id: string): Step[] {
  if (doc.kind !== 'paper_talk' || row.source.length === 0) return [];
  const source = row.source.map((chip) => chip.unit);
  return [{ type: 'reassign', row: id, source, chips: source.map(newId) }];
}
