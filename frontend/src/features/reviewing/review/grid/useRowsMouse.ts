/** The mouse in the rows: choosing, labels, the menu, the caret. Keys do all of it too. */

import { type MouseEvent, type PointerEvent, useMemo } from 'react';
import { run } from '../editor/commands';
import type { Editor } from '../editor/editor';
import { activate, toggle } from '../editor/navigation';
import { selected } from '../editor/view';
import { useEditor } from '../frame/context';
import { set, setRemoved } from '../model/gestures';
import { countCodePoints } from '../model/text';
import { chipAt } from './chipAt';
import { startDrag } from './dragging';

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
      onPointerDown: (event: PointerEvent<HTMLElement>) => startDrag(editor, event.nativeEvent),
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
