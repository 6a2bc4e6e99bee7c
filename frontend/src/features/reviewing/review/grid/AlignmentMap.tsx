/**
 * The whole alignment at a glance: rows from top to bottom, sideways the delay of the target against the diagonal.
 * Weak rows are crosses, null rows ticks at the edge, the left line what is reviewed, the frame what is in view.
 */

import { useMantineColorScheme } from '@mantine/core';
import { type MouseEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { level as levelOf } from '@/lib/confidence';
import { activate } from '../editor/navigation';
import { useEditor, useReviewParts } from '../frame/context';
import { type Doc, rowOf } from '../model/document';
import type { Row } from '../model/types';
import styles from './AlignmentMap.module.css';

/** An edit is drawn when the hand rests for so long: thousands of points are drawn anew for it. */
const restMilliseconds = 200;
const head = 24;
const inset = 4;

export function AlignmentMap({ range }: { range: readonly [number, number] }) {
  const editor = useEditor();
  const { doc, visible } = useReviewParts((state) => ({ doc: state.doc, visible: state.visible }));
  // The map may lag behind the hand, and what the server answers is seldom news to it.
  const settled = useDeferredValue(doc);
  const drawn = useRef<readonly Point[]>([]);
  const points = useMemo(() => {
    const now = pointsOf(settled);
    if (now.length !== drawn.current.length || !now.every((point, i) => samePoint(point, drawn.current[i])))
      drawn.current = now;
    return drawn.current;
  }, [settled]);
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<readonly [number, number]>([52, 600]);
  const { colorScheme } = useMantineColorScheme();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setSize([element.clientWidth, element.clientHeight]));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const drawnAs = useRef<unknown>(null);
  useEffect(() => {
    const paint = () => canvas.current && draw(canvas.current, points, size);
    const look = `${size} ${colorScheme}`;
    const isSameLook = drawnAs.current === look;
    drawnAs.current = look;
    if (!isSameLook) return void paint();
    const timer = setTimeout(paint, restMilliseconds);
    return () => clearTimeout(timer);
  }, [points, size, colorScheme]);
  const [width, height] = size;
  const top = width > 20 ? head : 0;
  const usable = Math.max(1, height - top - 2 * inset);
  const place = (id: string | undefined) => (id ? doc.order.indexOf(id) : 0);
  const first = place(visible[range[0]]);
  const last = place(visible[Math.min(range[1], visible.length - 1)]);
  const y = (index: number) => top + inset + (usable * index) / Math.max(1, points.length);
  const weak = useMemo(() => points.filter((point) => point.level === 'weak').length, [points]);
  const jump = (event: MouseEvent<HTMLElement>) => {
    const at = (event.clientY - event.currentTarget.getBoundingClientRect().top - top - inset) / usable;
    const wanted = Math.min(doc.order.length - 1, Math.max(0, Math.floor(at * doc.order.length)));
    const nearest = nearestShown(doc.order, visible, wanted);
    if (nearest === null) return;
    activate(editor, nearest);
    editor.set({ scroll: editor.scrolled('centre'), focus: editor.state.focus + 1 });
  };
  return (
    <aside className={styles.map} ref={box} aria-label="Map">
      <span className={styles.cap}>map</span>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Map of the alignment: ${points.length} rows from top to bottom, ${weak} of them weak. Sideways the delay against the diagonal.`}
      />
      <span
        className={styles.frame}
        style={{ top: y(first), height: Math.max(8, y(last + 1) - y(first)) }}
        aria-hidden="true"
      />
      <button
        type="button"
        className={styles.jump}
        tabIndex={-1}
        aria-label="Jump to a place in the talk"
        onClick={jump}
      />
    </aside>
  );
}

function draw(canvas: HTMLCanvasElement, points: readonly Point[], [width, height]: readonly [number, number]): void {
  const scale = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (!context) return;
  const token = getComputedStyle(canvas);
  // Asked for at every point: thousands of times, and each answer of the browser takes its time.
  const known = new Map<string, string>();
  const colour = (name: string) => {
    const value = known.get(name) ?? token.getPropertyValue(`--${name}`).trim();
    known.set(name, value);
    return value;
  };
  context.scale(scale, scale);
  const top = width > 20 ? head : 0;
  const usable = height - top - 2 * inset;
  const y = (i: number) => top + inset + (usable * (i + 0.5)) / points.length;
  const delays = points.flatMap((point) => (point.delay === null ? [] : [point.delay]));
  // The wildest rows must not press all others into one line: nine in ten fill two thirds of the width.
  const reach = Math.max(0.02, quantile(delays.map(Math.abs), 0.95));
  const x = (delay: number) => width / 2 + Math.max(-1, Math.min(1, delay / (1.5 * reach))) * (width / 2 - 6);
  context.strokeStyle = colour('rule-2');
  context.setLineDash([1, 3]);
  context.beginPath();
  context.moveTo(width / 2, top);
  context.lineTo(width / 2, height);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  points.forEach((point, i) => {
    if (point.delay !== null) context.lineTo(x(point.delay), y(i));
  });
  context.stroke();
  points.forEach((point, i) => {
    if (point.reviewed && width > 20) {
      context.fillStyle = colour('ink-2');
      context.fillRect(1.5, y(i) - usable / points.length / 2, 2, Math.max(1, usable / points.length));
    }
    if (point.empty) {
      context.fillStyle = colour('edge');
      context.fillRect(point.empty === 'target' ? width - 8 : 6, y(i) - 0.75, 4, 1.5);
    } else if (point.delay !== null) mark(context, x(point.delay), y(i), point.level, colour);
  });
}

function mark(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  level: Point['level'],
  colour: (name: string) => string,
): void {
  context.fillStyle = colour(level ?? 'edge');
  context.strokeStyle = colour(level ?? 'edge');
  if (level === 'weak') {
    context.lineWidth = 1.4;
    context.beginPath();
    context.moveTo(x - 2.4, y - 2.4);
    context.lineTo(x + 2.4, y + 2.4);
    context.moveTo(x + 2.4, y - 2.4);
    context.lineTo(x - 2.4, y + 2.4);
    context.stroke();
    context.lineWidth = 1;
    return;
  }
  context.beginPath();
  context.arc(x, y, level === 'doubt' ? 2 : level === 'likely' ? 1.3 : 1.1, 0, 2 * Math.PI);
  context.fill();
}

interface Point {
  /** -1 to 1; null for a row with an empty side. */
  delay: number | null;
  empty: 'source' | 'target' | null;
  level: 'sure' | 'likely' | 'doubt' | 'weak' | null;
  reviewed: boolean;
}

/** Rows are immutable, and the texts of a review never change. */
const pointOfRow = new WeakMap<Row, Point>();

/** The rows of a bitext as points of the map. */
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
