import { useEffect, useRef } from 'react';

interface TableKeys {
  move: (by: number, extend: boolean) => void;
  toggle: () => void;
  remind: () => void;
  copy: () => void;
  open: () => void;
  clear: () => void;
}

const busy = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"]';

/** J K move, Shift extends, X selects, M reminds, L copies the link, Enter shows the answers, Escape clears. */
export function useTableKeys(keys: TableKeys) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const on = event.target as HTMLElement;
      if (event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
      if (on.closest?.(busy) || document.querySelector('[role="dialog"]')) return;
      const act = actOf(event, latest.current, on);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function actOf({ key, shiftKey }: KeyboardEvent, keys: TableKeys, on: HTMLElement): (() => void) | undefined {
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (name === 'j' || name === 'ArrowDown') return () => keys.move(1, shiftKey);
  if (name === 'k' || name === 'ArrowUp') return () => keys.move(-1, shiftKey);
  if (shiftKey) return undefined;
  if (name === 'Enter') return on.closest('a, button, input') ? undefined : keys.open;
  return { x: keys.toggle, m: keys.remind, l: keys.copy, Escape: keys.clear }[name];
}
