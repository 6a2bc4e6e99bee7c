import { useEffect } from 'react';

/** Keys that act wherever the focus is, except in a field and together with a modifier. */
export function useKeys(acts: Record<string, () => void>) {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (ctrlKey || metaKey || altKey || shiftKey || (target as Element).closest?.('input, textarea, select, dialog'))
        return;
      const act = acts[key.length === 1 ? key.toLowerCase() : key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}
