/** Loads the project's glossary once the rows are drawn; what could not be loaded is tried again when the page is seen. */

import { useEffect } from 'react';
import { loadGlossary } from '../editor/glossary';
import { useEditor } from './context';
import { whenIdle } from './LaterDialogs';

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
