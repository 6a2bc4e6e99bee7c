/** The keys of the regions. They are few, and fixed: to edit the result, the keys of the review hold. */

import { useEffect, useRef } from 'react';
import { Composition, chordOf, isMac, typing } from '../keys/dispatch';

export interface RegionActions {
  take: (number: number) => void;
  part: (n: number) => void;
  accept: () => void;
  majority: () => void;
  edit: () => void;
  step: (by: 1 | -1) => void;
  reason: () => void;
  flag: () => void;
  undo: () => void;
  redo: () => void;
  mark: () => void;
  play: () => void;
}

const keys: Readonly<Record<string, (act: RegionActions) => void>> = {
  a: (act) => act.take(0),
  b: (act) => act.take(1),
  c: (act) => act.take(2),
  1: (act) => act.part(0),
  2: (act) => act.part(1),
  3: (act) => act.part(2),
  e: (act) => act.edit(),
  Enter: (act) => act.accept(),
  'Shift+Enter': (act) => act.majority(),
  j: (act) => act.step(1),
  k: (act) => act.step(-1),
  ArrowDown: (act) => act.step(1),
  ArrowUp: (act) => act.step(-1),
  q: (act) => act.reason(),
  f: (act) => act.flag(),
  p: (act) => act.play(),
  z: (act) => act.undo(),
  'Shift+z': (act) => act.redo(),
  'Mod+z': (act) => act.undo(),
  'Mod+Shift+z': (act) => act.redo(),
  'Mod+Shift+Enter': (act) => act.mark(),
};

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
      const act = chord ? keys[chord] : undefined;
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
