/** The rows of a bitext as points of the map. */

import { level as levelOf } from '@/lib/confidence';
import { type Doc, rowOf } from '../model/document';
import type { Row } from '../model/types';

export interface Point {
  /** -1 to 1; null for a row with an empty side. */
  delay: number | null;
  empty: 'source' | 'target' | null;
  level: 'sure' | 'likely' | 'doubt' | 'weak' | null;
  reviewed: boolean;
}

/** Rows are immutable, and the texts of a review never change. */
const pointOfRow = new WeakMap<Row, Point>();

export function pointsOf(doc: Doc): Point[] {
  const sources = Math.max(1, doc.sourceUnits.length - 1);
  const targets = Math.max(1, doc.targetUnits.length - 1);
  const pointOf = (row: Row): Point => {
    const source = row.source[Math.floor((row.source.length - 1) / 2)];
    const target = row.target[Math.floor((row.target.length - 1) / 2)];
    return {
      delay: source && target ? target.unit / targets - source.unit / sources : null,
      empty: source ? (target ? null : 'target') : 'source',
      level: row.edited ? 'sure' : row.confidence === null ? null : levelOf(row.confidence),
      reviewed: row.status !== 'proposed',
    };
  };
  return doc.order.map((id) => {
    const row = rowOf(doc, id);
    const point = pointOfRow.get(row) ?? pointOf(row);
    pointOfRow.set(row, point);
    return point;
  });
}

export function samePoint(a: Point, b: Point | undefined): boolean {
  return a === b || (a.delay === b?.delay && a.empty === b.empty && a.level === b.level && a.reviewed === b.reviewed);
}

/** The row nearest to a place in the order among those that are shown; null where none is. */
export function nearestShown(order: readonly string[], visible: readonly string[], wanted: number): string | null {
  const shown = new Set(visible);
  const nearest = order
    .map((id, at) => ({ id, far: Math.abs(at - wanted) }))
    .filter(({ id }) => shown.has(id))
    .sort((a, b) => a.far - b.far)[0];
  return nearest?.id ?? null;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
