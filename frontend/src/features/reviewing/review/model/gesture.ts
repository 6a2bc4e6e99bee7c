/** A gesture: either a plan with one operation, or a refusal with a sentence for the person. */

import type { Doc } from './document';
import type { Chip, Group, Operation, Row, Step } from './types';

/** `focus`: where the person is afterwards, if the gesture moved what they stood on. */
export interface Plan {
  operation: Operation;
  focus?: { row: string; chip: string | null };
}

export interface Refusal {
  /** `{merge}` in it stands for the key of that action. */
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
  return { id: newId(), verb, steps: [...steps], versions };
}

/** A row as a regrouping is to leave it; without chips it goes. */
export interface PlannedRow {
  row: string;
  position?: number;
  source: readonly Chip[];
  target: readonly Chip[];
}

/** The operation that regroups rows into `rows`; what was given for an empty side no longer holds where the side is filled. */
export function regroup(
  doc: Doc,
  verb: string,
  rows: readonly PlannedRow[],
  more: readonly Step[] = [],
  first: readonly Step[] = [],
) {
  // A span of a talk without words is no span: its sentence goes back to the paper, and the row goes.
  const bare = rows.filter((planned) => doc.kind !== 'bitext' && !planned.target.length && planned.source.length > 0);
  const letGo = bare.map((planned): Step => ({ type: 'reassign', row: planned.row, source: [], chips: [] }));
  const standing = rows.map((planned) => (bare.includes(planned) ? { ...planned, source: [] } : planned));
  const kept = standing.filter((planned) => planned.source.length + planned.target.length > 0);
  const emptied = standing
    .filter((planned) => planned.source.length + planned.target.length === 0)
    .map((planned) => planned.row);
  const groups = kept.map((planned): Group => {
    const group = {
      row: planned.row,
      source: planned.source.map((c) => c.id),
      target: planned.target.map((c) => c.id),
    };
    return planned.position === undefined ? group : { ...group, position: planned.position };
  });
  const filled = kept.filter(
    (planned) => planned.source.length > 0 && planned.target.length > 0 && doc.rows.get(planned.row)?.null_reason,
  );
  const steps: Step[] = [...letGo, ...first, { type: 'regroup', groups, emptied }];
  if (filled.length > 0)
    steps.push({ type: 'set', rows: filled.map((planned) => planned.row), fields: { null_reason: '' } });
  steps.push(...more);
  return operation(
    doc,
    verb,
    steps,
    rows.map((planned) => planned.row),
  );
}

/** The second half of a span of a talk is about the same sentence until someone says otherwise. */
export function sameSentence(doc: Doc, row: Row, id: string): Step[] {
  if (doc.kind === 'bitext' || row.source.length === 0) return [];
  const source = row.source.map((chip) => chip.unit);
  return [{ type: 'reassign', row: id, source, chips: source.map(newId) }];
}
