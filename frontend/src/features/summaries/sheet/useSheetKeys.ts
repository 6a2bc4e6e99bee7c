import { usePageKeys } from '@/lib/usePageKeys';

export interface SheetKeys {
  move: (by: number) => void;
  judge: (right: boolean) => void;
  play: () => void;
  longer: (by: number) => void;
  preset: (number: number) => void;
  compare: () => void;
  unfold: () => void;
}

/** J K move, Y and Shift+Y judge, P plays, + and − change the length, 1 to 6 are lengths, D compares, U unfolds. */
export function useSheetKeys(keys: SheetKeys) {
  usePageKeys((event) => actOf(event, keys), 'range');
}

function actOf({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent, keys: SheetKeys): (() => void) | undefined {
  if (ctrlKey || metaKey) return undefined;
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
