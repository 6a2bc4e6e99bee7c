/** Escape, before anything else hears of it. */

import { useEffect, useRef } from 'react';

/** `act` returns whether it did something; if not, Escape is what it always is. */
export function useEscape(act: () => boolean): void {
  const current = useRef(act);
  current.current = act;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.matches('input, textarea, [contenteditable=true]')) return;
      if (!current.current()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    globalThis.addEventListener('keydown', onKeyDown, { capture: true });
    return () => globalThis.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
