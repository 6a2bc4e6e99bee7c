/** The mouse in the rows: choosing, labels, the menu, the caret, and chips dragged to other rows. Keys do all of it too. */

import { type DragEvent, type MouseEvent, useMemo } from 'react';
import { run } from '../editor/commands';
import type { Editor } from '../editor/editor';
import { activate, toggle } from '../editor/navigation';
import { selected } from '../editor/view';
import { useEditor } from '../frame/context';
import { bring, set, setRemoved } from '../model/gestures';
import { countCodePoints } from '../model/text';

type Mouse = MouseEvent<HTMLElement>;
type Drag = DragEvent<HTMLElement>;

/** Said of what is dragged, so that text dropped from elsewhere moves nothing. */
const chipType = 'application/x-lectern-chip';

const find = (event: Mouse | Drag, selector: string) => (event.target as HTMLElement).closest<HTMLElement>(selector);
const rowAt = (event: Mouse | Drag) => find(event, '[data-row]')?.dataset.row;

export function useRowsMouse() {
  const editor = useEditor();
  return useMemo(
    () => ({
      onClick: (event: Mouse) => click(editor, event),
      onDoubleClick: (event: Mouse) => {
        if (!find(event, '[data-chip]')) return;
        if (editor.state.caret) run(editor, 'caret_split');
        else if (editor.state.doc.kind === 'bitext') run(editor, 'post_edit');
      },
      onContextMenu: (event: Mouse) => {
        const id = rowAt(event);
        // A field has the browser's own menu, with its spelling.
        if (!id || find(event, 'textarea, input')) return;
        event.preventDefault();
        openMenu(editor, id, find(event, '[data-chip]')?.dataset.chip ?? null, event.clientX, event.clientY);
      },
      ...dragging(editor),
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
  const putBack = find(event, '[data-put-back]')?.dataset.putBack;
  const label = find(event, '[data-label]')?.dataset.label;
  const chip = find(event, '[data-chip]');
  const clicked = chip?.dataset.chip ?? null;
  if (chip && clicked === state.caret?.chip) {
    placeCaret(editor, chip, event.clientX, event.clientY);
    return;
  }
  if (state.active !== id || (clicked && clicked !== state.chip)) activate(editor, id, clicked);
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

function dragging(editor: Editor) {
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
      if (editor.do(bring(editor.state.doc, id, chip))) activate(editor, id, chip);
    },
  };
}
