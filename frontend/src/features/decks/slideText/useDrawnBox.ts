/** Boxes drawn, moved and sized with the mouse, in pixels of the picture. */

import { type PointerEvent, type RefObject, useState } from 'react';
import { inside } from './model';
import type { SlideEditorState } from './useSlideEditor';

type Box = [number, number, number, number];
type Hold = 'draw' | 'move' | 'size';

interface Drawing {
  hold: Hold;
  /** Where the pointer went down, and the box then. */
  from: readonly [number, number];
  start: Box;
  box: Box;
}

interface DrawnBoxOf {
  frame: RefObject<HTMLDivElement | null>;
  size: readonly [number, number];
  isOn: boolean;
  editor: SlideEditorState;
}

/** Less than this in both directions was a click, in pixels of the picture. */
const least = 12;

export function useDrawnBox({ frame, size, isOn, editor }: DrawnBoxOf) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const placeOf = (event: PointerEvent): [number, number] => {
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return [((event.clientX - left) / width) * size[0], ((event.clientY - top) / height) * size[1]];
  };
  const down = (event: PointerEvent) => {
    if (!isOn || event.button !== 0 || !(event.target instanceof Element)) return;
    const hold = holdOf(event.target);
    if (!hold) return;
    const from = placeOf(event);
    const box = editor.block?.box as Box | null | undefined;
    const start: Box = hold === 'draw' ? [...from, ...from] : (box ?? [...from, ...from]);
    setDrawing({ hold, from, start, box: start });
    event.currentTarget.setPointerCapture(event.pointerId);
    if (hold === 'draw') event.preventDefault(); // no picture is dragged
  };
  const drag = (event: PointerEvent) => {
    if (!drawing) return;
    const [x, y] = placeOf(event);
    setDrawing({ ...drawing, box: dragged(drawing, x - drawing.from[0], y - drawing.from[1]) });
  };
  const up = () => {
    if (!drawing) return;
    setDrawing(null);
    const { hold, start, box } = drawing;
    const moved = Math.max(...box.map((edge, at) => Math.abs(edge - (start[at] ?? 0))));
    if (hold === 'draw') {
      if (box[2] - box[0] >= least && box[3] - box[1] >= least) editor.addBlock(inside(box, size));
    } else if (moved >= 1) editor.setBox(box);
  };
  return {
    /** The block whose box is dragged; null for a new one. */
    at: drawing && drawing.hold !== 'draw' ? editor.active : null,
    box: drawing?.box ?? null,
    on: isOn
      ? { onPointerDown: down, onPointerMove: drag, onPointerUp: up, onPointerCancel: () => setDrawing(null) }
      : {},
  };
}

/** What of the picture was taken hold of; nothing for the box of another block. */
function holdOf(target: Element): Hold | null {
  const part = target.closest<HTMLElement>('[data-box]')?.dataset.box;
  if (part === 'move' || part === 'size') return part;
  return target.closest('button') ? null : 'draw';
}

function dragged({ hold, from, start }: Drawing, x: number, y: number): Box {
  const [left, top, right, bottom] = start;
  if (hold === 'move') return [left + x, top + y, right + x, bottom + y];
  if (hold === 'size') return [left, top, right + x, bottom + y];
  const [x0, y0] = from;
  return [Math.min(x0, x0 + x), Math.min(y0, y0 + y), Math.max(x0, x0 + x), Math.max(y0, y0 + y)];
}
