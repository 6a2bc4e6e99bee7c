/** Has the keys of the regions do what they say. */

import { useEffect, useRef } from 'react';
import { Composition, chordOf, isMac, typing } from '../keys/dispatch';
import { type RegionActions, regionKeys } from './keys';

const acts = new Map(regionKeys.flatMap(({ chords, act }) => chords.map((chord) => [chord, act] as const)));
const repeating = new Set(['j', 'k', 'ArrowDown', 'ArrowUp']);

export function useRegionKeys(actions: RegionActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const composition = new Composition();
    const mac = isMac();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || composition.swallows(event)) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('[role=dialog]')) return;
      const chord = chordOf(event, mac);
      if (target?.matches(typing)) {
        // In the field of the reason, Enter accepts and Escape leaves.
        if (!target.matches('[data-field=decision-reason]')) return;
        if (chord !== 'Enter' && chord !== 'Escape' && chord !== 'Mod+Shift+Enter') return;
        (target as HTMLElement).blur();
        if (chord === 'Escape') return;
      }
      // A button that holds the focus is pressed by Enter.
      if (chord === 'Enter' && target?.matches('button')) return;
      const act = chord ? acts.get(chord) : undefined;
      if (!act || (event.repeat && !repeating.has(chord ?? ''))) return;
      event.preventDefault();
      act(latest.current);
    };
    const start = () => composition.start();
    const end = () => composition.end();
    const keyUp = () => composition.keyUp();
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('keyup', keyUp);
    document.addEventListener('compositionstart', start);
    document.addEventListener('compositionend', end);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('keyup', keyUp);
      document.removeEventListener('compositionstart', start);
      document.removeEventListener('compositionend', end);
    };
  }, []);
}
