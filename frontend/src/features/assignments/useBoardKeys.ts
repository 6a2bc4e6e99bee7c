import { usePageKeys } from '@/lib/usePageKeys';

export interface BoardKeys {
  move: (by: number, extend: boolean) => void;
  toggle: () => void;
  all: () => void;
  clear: () => void;
  open: () => void;
  assign: () => void;
  reassign: () => void;
  priority: () => void;
}

/** J K move, X selects, Shift+arrows extend, Ctrl+A takes all that match, A R P act, Enter opens, Escape clears. */
export function useBoardKeys(keys: BoardKeys) {
  usePageKeys((event, on) => actOf(event, keys, on), 'checkbox');
}

function actOf(event: KeyboardEvent, keys: BoardKeys, on: HTMLElement): (() => void) | undefined {
  const { key, shiftKey } = event;
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (event.ctrlKey || event.metaKey) return name === 'a' ? keys.all : undefined;
  if (name === 'j' || name === 'ArrowDown') return () => keys.move(1, shiftKey);
  if (name === 'k' || name === 'ArrowUp') return () => keys.move(-1, shiftKey);
  if (shiftKey) return undefined;
  if (name === 'Enter') return on.closest('a, button') ? undefined : keys.open;
  const others: Record<string, () => void> = {
    x: keys.toggle,
    Escape: keys.clear,
    a: keys.assign,
    r: keys.reassign,
    p: keys.priority,
  };
  return others[name];
}
