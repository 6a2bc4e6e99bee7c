/** The mouse in the rows: choosing, labels, the menu, the caret. Keys do all of it too. */

import { type MouseEvent, type PointerEvent as ReactPointerEvent, useMemo } from 'react';
import { countCodePoints } from '@/lib/codePoints';
import { run } from '../editor/commands';
import type { Editor } from '../editor/editor';
import { activate, toggle } from '../editor/navigation';
import { readOnly } from '../editor/state';
import { selected } from '../editor/view';
import { useEditor } from '../frame/context';
import { bring, set, setRemoved } from '../model/gestures';
import styles from './RowsGrid.module.css';

type Mouse = MouseEvent<HTMLElement>;

const find = (event: Mouse, selector: string) => (event.target as HTMLElement).closest<HTMLElement>(selector);
const rowAt = (event: Mouse) => find(event, '[data-row]')?.dataset.row;

export function useRowsMouse() {
  const editor = useEditor();
  return useMemo(
    () => ({
      onClick: (event: Mouse) => click(editor, event),
      onDoubleClick: (event: Mouse) => {
        if (!chipAt(event)) return;
        // The word that the browser selects meanwhile is not what was asked for.
        document.getSelection()?.removeAllRanges();
        if (editor.state.caret) run(editor, 'caret_split');
        else if (editor.state.doc.kind === 'bitext') run(editor, 'post_edit');
      },
      onContextMenu: (event: Mouse) => {
        const id = rowAt(event);
        // A field has the browser's own menu, with its spelling.
        if (!id || find(event, 'textarea, input')) return;
        event.preventDefault();
        openMenu(editor, id, chipAt(event)?.dataset.chip ?? null, event.clientX, event.clientY);
      },
      onPointerDown: (event: ReactPointerEvent<HTMLElement>) => startDrag(editor, event.nativeEvent),
    }),
    [editor],
  );
}

function click(editor: Editor, event: Mouse): void {
  const id = rowAt(event);
  if (!id || find(event, '[data-scope=post_edit], [role=radio], [data-own]')) return;
  const { state } = editor;
  if (event.shiftKey && state.active) {
    const anchor = state.anchor ?? state.active;
    editor.moveTo(id, null);
    editor.set({ anchor });
    // The browser selects the texts between the two clicks as well.
    document.getSelection()?.removeAllRanges();
    return;
  }
  if (event.ctrlKey || event.metaKey) {
    toggle(editor, id);
    return;
  }
  const more = find(event, '[data-menu]');
  if (more) {
    const { left, bottom } = more.getBoundingClientRect();
    openMenu(editor, id, state.active === id ? state.chip : null, left, bottom);
    return;
  }
  if (find(event, '[data-accept]') && window.getSelection()?.isCollapsed !== false) {
    activate(editor, id);
    run(editor, 'accept_stay');
    return;
  }
  const mark = find(event, '[data-key-of]');
  if (mark) {
    activate(editor, id, mark.dataset.keyOf);
    run(editor, mark.getAttribute('aria-pressed') === 'true' ? 'key_no' : 'key_yes');
    return;
  }
  const putBack = find(event, '[data-put-back]')?.dataset.putBack;
  const label = find(event, '[data-label]')?.dataset.label;
  const chip = chipAt(event);
  const clicked = chip?.dataset.chip ?? null;
  if (chip && clicked === state.caret?.chip) {
    placeCaret(editor, chip, event.clientX, event.clientY);
    return;
  }
  const isOther = state.active !== id || (clicked && clicked !== state.chip);
  // What was selected in it was selected to be copied: the row stays as it is.
  const selecting = state.active === id && document.getSelection()?.isCollapsed === false;
  if (isOther && !selecting) {
    activate(editor, id, clicked);
    editor.set({ scroll: editor.scrolled('pointer') });
  } else if (state.anchor) editor.set({ anchor: null });
  if (putBack) editor.do(setRemoved(state.doc, id, [putBack], false));
  if (label === 'good_align' || label === 'good_mt') {
    const value = editor.state.doc.rows.get(id)?.[label];
    const next = value === null ? true : value ? false : null;
    editor.do(set(editor.state.doc, 'label', [id], { [label]: next }));
  }
}

function openMenu(editor: Editor, row: string, chip: string | null, x: number, y: number): void {
  const { active, anchor, picked, chip: current } = editor.state;
  const among = (anchor !== null || picked !== null) && selected(editor.state).includes(row);
  if (!among && (active !== row || chip !== current)) activate(editor, row, chip);
  editor.set({ menu: { x, y } });
}

/** The caret to the place where the text may be cut that is nearest to the pointer. */
function placeCaret(editor: Editor, chip: HTMLElement, x: number, y: number): void {
  const { caret } = editor.state;
  const at = codePointsBefore(chip, x, y);
  if (!caret || at === null) return;
  const distance = (stop: number) => Math.abs(stop - at);
  const nearest = caret.stops.reduce(
    (best, stop, i) => (distance(stop) < distance(caret.stops[best] ?? 0) ? i : best),
    0,
  );
  editor.set({ caret: { ...caret, at: nearest } });
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

/** Distance to the edge of the pane, in pixels, from which it scrolls, and how far each frame. */
const edge = 28;
const pace = 12;

const rowUnder = (x: number, y: number) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-scroller] [data-row]') ?? null;

/**
 * A chip dragged to another row. Within a row the mouse selects text; what leaves its row takes its chip along. So every
 * text can be selected and every chip be dragged, by any of its pixels.
 */
function startDrag(editor: Editor, down: PointerEvent): void {
  // A finger scrolls; a chip in caret mode takes the click.
  if (down.button !== 0 || down.pointerType === 'touch' || down.shiftKey || readOnly(editor.state)) return;
  const chip = chipAt(down);
  const from = chip?.closest<HTMLElement>('[data-row]');
  const pane = chip?.closest<HTMLElement>('[data-scroller]');
  const id = chip?.dataset.chip;
  if (!id || !from || !pane || editor.state.caret?.chip === id) return;
  const home = from.dataset.row;
  let [x, y] = [down.clientX, down.clientY];
  let ghost: HTMLElement | null = null;
  let target: HTMLElement | null = null;
  let frame = 0;

  const follow = () => {
    const over = rowUnder(x, y);
    if (over !== target) target?.removeAttribute('data-drop');
    target = over?.dataset.row === home ? null : over;
    target?.setAttribute('data-drop', 'true');
    if (ghost) ghost.style.transform = `translate(${x + 12}px, ${y + 8}px)`;
  };
  const scroll = () => {
    const { top, bottom } = pane.getBoundingClientRect();
    const by = y < top + edge ? -pace : y > bottom - edge ? pace : 0;
    if (by !== 0) {
      pane.scrollTop += by;
      follow();
    }
    frame = requestAnimationFrame(scroll);
  };
  const begin = () => {
    pane.setPointerCapture(down.pointerId);
    pane.classList.add(styles.dragging as string);
    ghost = document.createElement('div');
    ghost.className = styles.ghost as string;
    ghost.replaceChildren(...(chip?.cloneNode(true).childNodes ?? []));
    ghost.dir = 'auto';
    document.body.append(ghost);
    frame = requestAnimationFrame(scroll);
  };
  const move = (event: PointerEvent) => {
    [x, y] = [event.clientX, event.clientY];
    // Let go outside of the window.
    if (event.buttons === 0) return end();
    if (!ghost) {
      if (rowUnder(x, y)?.dataset.row === home) return;
      const { top, bottom } = from.getBoundingClientRect();
      // Beside the row, as when a selection runs over its end, nothing leaves it yet.
      if (from.isConnected && y >= top && y <= bottom) return;
      begin();
    }
    // The browser goes on selecting text, from row to row.
    document.getSelection()?.removeAllRanges();
    follow();
  };
  const up = () => {
    const row = ghost ? target?.dataset.row : undefined;
    end();
    if (!row || !editor.do(bring(editor.state.doc, row, id))) return;
    activate(editor, row, id);
    editor.set({ scroll: editor.scrolled('pointer'), focus: editor.state.focus + 1 });
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !ghost) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    end();
  };
  const end = () => {
    cancelAnimationFrame(frame);
    ghost?.remove();
    ghost = null;
    target?.removeAttribute('data-drop');
    pane.classList.remove(styles.dragging as string);
    globalThis.removeEventListener('pointermove', move);
    globalThis.removeEventListener('pointerup', up);
    globalThis.removeEventListener('pointercancel', end);
    globalThis.removeEventListener('keydown', key, { capture: true });
  };
  globalThis.addEventListener('pointermove', move);
  globalThis.addEventListener('pointerup', up);
  globalThis.addEventListener('pointercancel', end);
  globalThis.addEventListener('keydown', key, { capture: true });
}

/** The chip at a place: also between the lines of its text, where the pointer is on none of its letters. */

/** Half of what is left between two lines of text, in pixels, and a little more. */
const leading = 4;

export function chipAt(event: { target: EventTarget | null; clientX: number; clientY: number }): HTMLElement | null {
  const target = event.target instanceof Element ? event.target : null;
  const chip = target?.closest<HTMLElement>('[data-chip]');
  if (chip) return chip;
  const chips = target?.closest('[data-chips]')?.querySelectorAll<HTMLElement>('[data-chip]') ?? [];
  const { clientX: x, clientY: y } = event;
  for (const near of chips)
    for (const { left, right, top, bottom } of near.getClientRects())
      if (x >= left - leading && x <= right + leading && y >= top - leading && y <= bottom + leading) return near;
  return null;
}
