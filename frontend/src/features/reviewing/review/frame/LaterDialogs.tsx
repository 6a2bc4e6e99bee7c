/**
 * What is loaded when the browser has nothing else to do: the glossary, and the code of the dialogs, which is loaded
 * sooner where one is opened. What opens one only says so in the state, so it opens as soon as it can.
 */

import { type ComponentType, useEffect, useState } from 'react';
import { loadGlossary } from '../editor/glossary';
import { loadFindings } from '../editor/laterFindings';
import { useEditor, useReview } from './context';

/** By then it is loaded though the browser never was idle. */
const mostMilliseconds = 3000;

let loaded: ComponentType | null = null;

export function LaterDialogs() {
  const editor = useEditor();
  const [Dialogs, setDialogs] = useState<ComponentType | null>(() => loaded);
  const isOpened = useReview((state) => state.dialog !== null);
  const isAsked = useReview((state) => state.dialog !== null || state.tour !== null || state.menu !== null);

  useEffect(() => {
    if (Dialogs) return;
    let isGone = false;
    const load = async () => {
      try {
        [{ Dialogs: loaded }] = await Promise.all([import('./Dialogs'), loadFindings()]);
        if (!isGone) setDialogs(() => loaded);
      } catch {
        // Loaded ahead of time, it can wait until somebody wants it.
        if (isGone || !isAsked) return;
        editor.set({ dialog: null, tour: null, menu: null });
        editor.say('This could not be loaded. Check your connection and try again, or reload the page.', 'warn');
      }
    };
    const cancel = isAsked ? void load() : whenIdle(() => void load());
    return () => {
      isGone = true;
      cancel?.();
    };
  }, [Dialogs, isAsked, editor]);

  // What is typed behind the key that opens a dialog is meant for it, and not for the rows below.
  useEffect(() => {
    if (Dialogs || !isOpened) return;
    const hold = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') editor.set({ dialog: null });
    };
    globalThis.addEventListener('keydown', hold, { capture: true });
    return () => globalThis.removeEventListener('keydown', hold, { capture: true });
  }, [Dialogs, isOpened, editor]);

  return Dialogs && <Dialogs />;
}

/** Returns what calls it off. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, mostMilliseconds);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: mostMilliseconds });
  return () => cancelIdleCallback(handle);
}

/** Loads the project's glossary once the rows are drawn; what could not be loaded is tried again when the page is seen. */
export function useGlossary(): void {
  const editor = useEditor();
  useEffect(() => {
    let isGone = false;
    // Terms are a help: without a network, rows are reviewed without them.
    const load = () => void loadGlossary(editor, () => isGone).catch(() => undefined);
    const cancel = whenIdle(load);
    globalThis.addEventListener('online', load);
    return () => {
      isGone = true;
      cancel();
      globalThis.removeEventListener('online', load);
    };
  }, [editor]);
}
