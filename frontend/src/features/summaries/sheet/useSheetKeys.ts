import { useEffect, useRef } from 'react';

export interface SheetKeys {
  move: (by: number) => void;
  judge: (right: boolean) => void;
  play: () => void;
  longer: (by: number) => void;
  preset: (number: number) => void;
  compare: () => void;
  unfold: () => void;
}

const busy = 'input:not([type="range"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"]';

/** J K move, Y and Shift+Y judge, P plays, + and − change the length, 1 to 6 are lengths, D compares, U unfolds. */
export function useSheetKeys(keys: SheetKeys) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const on = event.target as HTMLElement;
      if (event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
      if (on.closest?.(busy) || document.querySelector('[role="dialog"]')) return;
      const act = actOf(event, latest.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function actOf({ key, shiftKey }: KeyboardEvent, keys: SheetKeys): (() => void) | undefined {
  const name = key.toLowerCase();
  if (name === 'y') return () => keys.judge(!shiftKey);
  if (key === '+' || key === '=') return () => keys.longer(1);
  if (key === '-' || key === '−') return () => keys.longer(-1);
  if (shiftKey) return undefined;
  if (/^[1-6]$/.test(key)) return () => keys.preset(Number(key));
  const others: Record<string, () => void> = {
    j: () => keys.move(1),
    k: () => keys.move(-1),
    p: keys.play,
    d: keys.compare,
    u: keys.unfold,
  };
  return others[name];
}
