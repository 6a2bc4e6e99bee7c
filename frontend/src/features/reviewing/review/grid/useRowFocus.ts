/** The focus of the rows: it follows the active row or chip, and comes back to it when what held it is gone. */

import { type RefObject, useEffect, useRef } from 'react';
import { menuOpen } from '../editor/state';
import { useEditor, useReviewParts } from '../frame/context';

/** Text selected in a row is left with it: Ctrl C is for the row where one is. */
function forgetSelection(element: HTMLElement, active: string | null): void {
  const selection = document.getSelection();
  const at = selection?.isCollapsed === false ? selection.anchorNode?.parentElement : null;
  const row = at && element.contains(at) ? at.closest<HTMLElement>('[data-row]') : null;
  if (row && row.dataset.row !== active) selection?.removeAllRanges();
}

/** `drawn`: whether there are rows that could take the focus. */
export function useRowFocus(scroller: RefObject<HTMLDivElement | null>, drawn: boolean): void {
  const editor = useEditor();
  const { active, chip, focus, opened } = useReviewParts((state) => ({
    active: state.active,
    chip: state.chip,
    focus: state.focus,
    opened: state.opened,
  }));
  const lastFocus = useRef(focus);
  // The focus follows the active row or chip, unless it is in a field, a menu or a bar.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` asks for another try
  useEffect(() => {
    const element = scroller.current;
    if (!element || opened) return;
    forgetSelection(element, active);
    const at = document.activeElement;
    const free = at === document.body || at === null || element.contains(at);
    if (!free && lastFocus.current === focus) return;
    lastFocus.current = focus;
    const rowElement = element.querySelector<HTMLElement>(`[data-row="${active}"]`);
    const wanted = chip ? rowElement?.querySelector<HTMLElement>(`[data-chip="${chip}"]`) : rowElement;
    (wanted ?? element).focus({ preventScroll: true });
  }, [active, chip, focus, opened, drawn]);

  // What had the focus may be gone, as when the text of a chip is joined or moved and drawn anew.
  useEffect(() => {
    const element = scroller.current;
    const { dialog, tour } = editor.state;
    if (!element || opened || dialog || tour !== null || menuOpen(editor.state)) return;
    if (document.activeElement !== document.body) return;
    const wanted = element.querySelector<HTMLElement>(chip ? `[data-chip="${chip}"]` : `[data-row="${active}"]`);
    (wanted ?? element).focus({ preventScroll: true });
  });
}
