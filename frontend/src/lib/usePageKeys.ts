import { useEffect, useRef } from 'react';

/** What a key does on a page, or nothing. on : what has the focus. */
type ActOf = (event: KeyboardEvent, on: HTMLElement) => (() => void) | undefined;

/**
 * Keys of a page, wherever the focus is; not while somebody types or chooses, nor under a dialog.
 * except : fields that do not count as typing.
 */
export function usePageKeys(actOf: ActOf, except: 'checkbox' | 'range') {
  const latest = useRef(actOf);
  latest.current = actOf;
  useEffect(() => {
    const busy = `input:not([type="${except}"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"]`;
    const press = (event: KeyboardEvent) => {
      const on = event.target as HTMLElement;
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      if (on.closest?.(busy) || document.querySelector('[role="dialog"]')) return;
      const act = latest.current(event, on);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [except]);
}
