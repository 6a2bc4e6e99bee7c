/**
 * Keys of a dialog that opens by itself while somebody types: what is pressed in its first second was meant for what was
 * there before, and so was a key that is still held down. Neither reaches the dialog.
 */

import { useEffect, useRef } from 'react';
import { chordOf, isComposing, isMac } from '@/lib/chords';

/** In milliseconds. */
export const firstMoment = 1_000;

/** `about`: what it asks; null while it is shut. `choices`: what keys do after that, by their chords. */
export function useUnhurried(about: string | null, choices: Readonly<Record<string, () => void>>): void {
  const latest = useRef(choices);
  useEffect(() => {
    latest.current = choices;
  });
  useEffect(() => {
    if (about === null) return;
    const shownAt = Date.now();
    const dropped = new Set<string>();
    const drop = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const down = (event: KeyboardEvent) => {
      if (event.repeat || Date.now() - shownAt < firstMoment) {
        dropped.add(event.code);
        drop(event);
        return;
      }
      const choice = isComposing(event) ? undefined : latest.current[chordOf(event, isMac()) ?? ''];
      if (!choice) return;
      drop(event);
      choice();
    };
    // A button is pressed by the end of a space.
    const up = (event: KeyboardEvent) => {
      if (dropped.delete(event.code)) drop(event);
    };
    globalThis.addEventListener('keydown', down, { capture: true });
    globalThis.addEventListener('keyup', up, { capture: true });
    return () => {
      globalThis.removeEventListener('keydown', down, { capture: true });
      globalThis.removeEventListener('keyup', up, { capture: true });
    };
  }, [about]);
}
