import { usePageKeys } from '@/lib/usePageKeys';

interface TableKeys {
  move: (by: number, extend: boolean) => void;
  toggle: () => void;
  remind: () => void;
  copy: () => void;
  open: () => void;
  clear: () => void;
}

/** J K move, Shift extends, X selects, M reminds, L copies the link, Enter shows the answers, Escape clears. */
export function useTableKeys(keys: TableKeys) {
  usePageKeys((event, on) => actOf(event, keys, on), 'checkbox');
}

function actOf(event: KeyboardEvent, keys: TableKeys, on: HTMLElement): (() => void) | undefined {
  const { key, shiftKey, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey) return undefined;
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (name === 'j' || name === 'ArrowDown') return () => keys.move(1, shiftKey);
  if (name === 'k' || name === 'ArrowUp') return () => keys.move(-1, shiftKey);
  if (shiftKey) return undefined;
  if (name === 'Enter') return on.closest('a, button, input') ? undefined : keys.open;
  return { x: keys.toggle, m: keys.remind, l: keys.copy, Escape: keys.clear }[name];
}
