import { useEffect, useRef } from 'react';
import { listenForChords } from './chords';

/** The keys of a page by what they do. Of several for one thing the first is the one that the page names. */
export type PageKeys<Act extends string = string> = Readonly<Record<Act, readonly string[]>>;

/** What each does, given which of its keys it was; nothing where it is absent. */
type Acts<Act extends string> = Readonly<Partial<Record<Act, ((nth: number) => void) | undefined>>>;

type Press = (chord: string, event: KeyboardEvent) => boolean;

const takesKeys =
  'input:not([type=checkbox], [type=range]), textarea, select, [contenteditable], [role=menu], [role=listbox], [role=radio]';
/** The button by which the step was opened that the keys of a page are about: a mask, a block, an item. */
const openStep = 'button[aria-current=step]';
/** What a held key does again and again; all else is done once. */
const repeating = new Set([
  ...['next', 'previous', 'extend_next', 'extend_previous', 'longer', 'shorter'],
  ...['later', 'earlier', 'start_later', 'start_earlier', 'end_later', 'end_earlier'],
]);

/** Those who listen. A page is asked before the frame that it came into. */
const listening: Press[] = [];
let unlisten: (() => void) | undefined;

function hear(chord: string, event: KeyboardEvent, on: Element | null) {
  if (on?.closest(takesKeys) || document.querySelector('[role=dialog], dialog[open]')) return;
  const held = on?.closest<HTMLElement>('a, button');
  const isStep = held?.matches(openStep);
  // A link or button that has the focus does what it says; that of the step that is open has done so.
  if (chord === 'Enter' && held && !isStep) return;
  const isTaken = listening.findLast((press) => press(chord, event)) !== undefined;
  // The keys go on from there, while the focus would stay at what was clicked.
  if (isTaken && isStep) held?.blur();
}

/** Keys of a page, wherever the focus is; not while somebody types or chooses, nor under a dialog. */
export function usePageKeys<Act extends string>(keys: PageKeys<Act>, acts: Acts<Act>) {
  const latest = useRef({ keys, acts });
  latest.current = { keys, acts };
  useEffect(() => {
    const press: Press = (chord, event) => {
      for (const [id, chords] of Object.entries(latest.current.keys) as [Act, readonly string[]][]) {
        const nth = chords.indexOf(chord);
        const act = nth >= 0 && latest.current.acts[id];
        if (!act) continue;
        event.preventDefault();
        if (!event.repeat || repeating.has(id)) act(nth);
        return true;
      }
      return false;
    };
    listening.push(press);
    unlisten ??= listenForChords(hear);
    return () => {
      listening.splice(listening.indexOf(press), 1);
      if (listening.length > 0) return;
      unlisten?.();
      unlisten = undefined;
    };
  }, []);
}
