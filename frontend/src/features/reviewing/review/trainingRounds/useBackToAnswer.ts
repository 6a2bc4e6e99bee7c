import { useEffect } from 'react';
import { typing } from '../keys/dispatch';

/** While a row is looked at again, Enter leads back to its answer, before the editor takes it for accepting. */
export function useBackToAnswer(isAgain: boolean, back: () => void): void {
  useEffect(() => {
    if (!isAgain) return;
    const hear = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.key !== 'Enter' || target?.matches(typing) || target?.closest('[role=dialog], [role=menu]')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      back();
    };
    globalThis.addEventListener('keydown', hear, { capture: true });
    return () => globalThis.removeEventListener('keydown', hear, { capture: true });
  }, [isAgain, back]);
}
