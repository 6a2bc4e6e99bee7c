/** The address says which row and which view: it can be sent to a colleague, and a reload comes back to it. */

import { useEffect } from 'react';
import { viewToParams } from '../model/filters';
import { useEditor } from './context';

/** Late enough that a held key does not write it at every row (browsers refuse more than some hundred a minute). */
const pause = 250;

export function useAddress(): void {
  const editor = useEditor();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      const { active, view } = editor.state;
      const params = viewToParams(view, new URLSearchParams(globalThis.location.search));
      if (active) params.set('row', active);
      const address = `${globalThis.location.pathname}?${params}${globalThis.location.hash}`;
      globalThis.history.replaceState(globalThis.history.state, '', address);
    };
    const stop = editor.store.subscribe((state, before) => {
      if (state.active === before.active && state.view === before.view) return;
      clearTimeout(timer);
      timer = setTimeout(write, pause);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [editor]);
}
