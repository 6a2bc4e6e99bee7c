/** The mouse in the rows: choosing, labels, the menu, the caret, and chips dragged to other rows. Keys do all of it too. */

import { type DragEvent, type MouseEvent, useMemo } from 'react';
import { bring, set, setRemoved } from '../model/gestures';
import { countCodePoints } from '../model/text';
import { activate, run } from '../session/commands';
import type { Session } from '../session/session';
import { selected } from '../session/view';
import { useReviewSession } from './context';

type Mouse = MouseEvent<HTMLElement>;
type Drag = DragEvent<HTMLElement>;

/** Said of what is dragged, so that text dropped from elsewhere moves nothing. */
const chipType = 'application/x-lectern-chip';

const find = (event: Mouse | Drag, selector: string) => (event.target as HTMLElement).closest<HTMLElement>(selector);
const rowAt = (event: Mouse | Drag) => find(event, '[data-row]')?.dataset.row;

export function useRowsMouse() {
  const session = useReviewSession();
  return useMemo(
    () => ({
      onClick: (event: Mouse) => click(session, event),
      onDoubleClick: (event: Mouse) => {
        if (!find(event, '[data-chip]')) return;
        if (session.state.caret) run(session, 'caret_split');
        else if (session.state.doc.kind === 'bitext') run(session, 'post_edit');
      },
      onContextMenu: (event: Mouse) => {
        const id = rowAt(event);
        // A field has the browser's own menu, with its spelling.
        if (!id || find(event, 'textarea, input')) return;
        event.preventDefault();
        openMenu(session, id, find(event, '[data-chip]')?.dataset.chip ?? null, event.clientX, event.clientY);
      },
      ...dragging(session),
    }),
    [session],
  );
}

function click(session: Session, event: Mouse): void {
  const id = rowAt(event);
  if (!id || find(event, '[data-scope=post_edit], [role=radio], [data-own]')) return;
  const { state } = session;
  if (event.shiftKey && state.active) {
    const anchor = state.anchor ?? state.active;
    session.moveTo(id, null);
    session.set({ anchor });
    return;
  }
  const more = find(event, '[data-menu]');
  if (more) {
    const { left, bottom } = more.getBoundingClientRect();
    openMenu(session, id, state.active === id ? state.chip : null, left, bottom);
    return;
  }
  const putBack = find(event, '[data-put-back]')?.dataset.putBack;
  const label = find(event, '[data-label]')?.dataset.label;
  const chip = find(event, '[data-chip]');
  const clicked = chip?.dataset.chip ?? null;
  if (chip && clicked === state.caret?.chip) {
    placeCaret(session, chip, event.clientX, event.clientY);
    return;
  }
  if (state.active !== id || (clicked && clicked !== state.chip)) activate(session, id, clicked);
  if (putBack) session.do(setRemoved(state.doc, id, [putBack], false));
  if (label === 'good_align' || label === 'good_mt') {
    const value = session.state.doc.rows.get(id)?.[label];
    const next = value === null ? true : value ? false : null;
    session.do(set(session.state.doc, 'label', [id], { [label]: next }));
  }
}

function openMenu(session: Session, row: string, chip: string | null, x: number, y: number): void {
  const { active, anchor, chip: current } = session.state;
  const among = anchor !== null && selected(session.state).includes(row);
  if (!among && (active !== row || chip !== current)) activate(session, row, chip);
  session.set({ menu: { x, y } });
}

/** The caret to the place where the text may be cut that is nearest to the pointer. */
function placeCaret(session: Session, chip: HTMLElement, x: number, y: number): void {
  const { caret } = session.state;
  const at = codePointsBefore(chip, x, y);
  if (!caret || at === null) return;
  const distance = (stop: number) => Math.abs(stop - at);
  const nearest = caret.stops.reduce(
    (best, stop, i) => (distance(stop) < distance(caret.stops[best] ?? 0) ? i : best),
    0,
  );
  session.set({ caret: { ...caret, at: nearest } });
}

/** Code points of the element's text before the pointer; null where the pointer is beside the text. */
function codePointsBefore(element: HTMLElement, x: number, y: number): number | null {
  const place = document.caretPositionFromPoint?.(x, y);
  const range = place ? null : document.caretRangeFromPoint?.(x, y);
  const node = place?.offsetNode ?? range?.startContainer;
  if (!node || !element.contains(node)) return null;
  const before = document.createRange();
  before.setStart(element, 0);
  before.setEnd(node, place?.offset ?? range?.startOffset ?? 0);
  return countCodePoints(before.toString());
}

function dragging(session: Session) {
  const mark = (element: HTMLElement | null) => {
    for (const other of document.querySelectorAll('[data-drop=true]'))
      if (other !== element) other.removeAttribute('data-drop');
    element?.setAttribute('data-drop', 'true');
  };
  return {
    onDragStart: (event: Drag) => {
      const chip = find(event, '[data-chip]');
      if (!chip?.dataset.chip) return;
      event.dataTransfer.setData(chipType, chip.dataset.chip);
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event: Drag) => {
      const row = find(event, '[data-row]');
      if (!row || !event.dataTransfer.types.includes(chipType)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      mark(row);
    },
    onDragEnd: () => mark(null),
    onDrop: (event: Drag) => {
      mark(null);
      const id = rowAt(event);
      const chip = event.dataTransfer.getData(chipType);
      if (!id || !chip) return;
      event.preventDefault();
      if (session.do(bring(session.state.doc, id, chip))) activate(session, id, chip);
    },
  };
}
