/**
 * A chip dragged to another row. Within a row the mouse selects text; what leaves its row takes its chip along. So every
 * text can be selected and every chip be dragged, by any of its pixels.
 */

import type { Editor } from '../editor/editor';
import { activate } from '../editor/navigation';
import { readOnly } from '../editor/state';
import { bring } from '../model/gestures';
import { chipAt } from './chipAt';
import styles from './dragging.module.css';

/** Distance to the edge of the pane, in pixels, from which it scrolls, and how far each frame. */
const edge = 28;
const pace = 12;

const rowUnder = (x: number, y: number) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-scroller] [data-row]') ?? null;

export function startDrag(editor: Editor, down: PointerEvent): void {
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
