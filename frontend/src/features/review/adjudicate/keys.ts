/** The keys of the regions: few, and fixed. To edit the result, the keys of the review hold. */

export interface RegionActions {
  take: (number: number) => void;
  part: (n: number) => void;
  accept: () => void;
  majority: () => void;
  edit: () => void;
  comment: () => void;
  paper: () => void;
  step: (by: 1 | -1) => void;
  goTo: () => void;
  unfold: () => void;
  reason: () => void;
  flag: () => void;
  undo: () => void;
  redo: () => void;
  mark: () => void;
  play: () => void;
  help: () => void;
}

interface RegionKey {
  chords: readonly string[];
  act: (actions: RegionActions) => void;
  /** What is said of it, and which key; absent where another line says it. */
  words?: string;
  shown?: string;
  /** Also in the bar at the bottom. */
  inFooter?: boolean;
  /** Where it means something; everywhere if absent. */
  only?: 'many' | 'paper_talk';
}

export const regionKeys: readonly RegionKey[] = [
  { chords: ['a'], act: (to) => to.take(0), shown: 'A', words: 'take A', inFooter: true },
  { chords: ['b'], act: (to) => to.take(1), shown: 'B', words: 'take B', inFooter: true },
  { chords: ['c'], act: (to) => to.take(2), shown: 'C', words: 'take C', inFooter: true, only: 'many' },
  { chords: ['d'], act: (to) => to.take(3) },
  {
    chords: ['Shift+Enter'],
    act: (to) => to.majority(),
    shown: 'Shift+Enter',
    words: 'take what most say',
    inFooter: true,
    only: 'many',
  },
  { chords: ['1'], act: (to) => to.part(0), shown: '1 2 3', words: 'switch a part', inFooter: true },
  { chords: ['2'], act: (to) => to.part(1) },
  { chords: ['3'], act: (to) => to.part(2) },
  { chords: ['e'], act: (to) => to.edit(), shown: 'E', words: 'edit the result', inFooter: true },
  { chords: ['Enter'], act: (to) => to.accept(), shown: 'Enter', words: 'accept, next', inFooter: true },
  { chords: ['j', 'ArrowDown'], act: (to) => to.step(1), shown: 'J K', words: 'next, previous', inFooter: true },
  { chords: ['k', 'ArrowUp'], act: (to) => to.step(-1) },
  { chords: ['g'], act: (to) => to.goTo(), shown: 'G', words: 'go to a row or time' },
  { chords: ['u'], act: (to) => to.unfold(), shown: 'U', words: 'show the agreed rows around it' },
  { chords: ['q'], act: (to) => to.reason(), shown: 'Q', words: 'reason', inFooter: true },
  { chords: ['f'], act: (to) => to.flag(), shown: 'F', words: 'flag to discuss', inFooter: true },
  { chords: ['Shift+c'], act: (to) => to.comment(), shown: 'Shift+C', words: 'comment' },
  { chords: ['p'], act: (to) => to.play(), shown: 'P', words: 'play' },
  { chords: ['ArrowRight'], act: (to) => to.paper(), shown: '→', words: 'to the paper', only: 'paper_talk' },
  { chords: ['z', 'Mod+z'], act: (to) => to.undo(), shown: 'Z', words: 'undo', inFooter: true },
  { chords: ['Shift+z', 'Mod+Shift+z'], act: (to) => to.redo(), shown: 'Shift+Z', words: 'redo' },
  { chords: ['Mod+Shift+Enter'], act: (to) => to.mark(), shown: 'Ctrl+Shift+Enter', words: 'mark as gold' },
  { chords: ['?', 'F1'], act: (to) => to.help(), shown: '?', words: 'all keys' },
];

/** Those that mean something here and have words. */
export function keysFor(nReviews: number, kind: 'bitext' | 'paper_talk'): readonly RegionKey[] {
  return regionKeys.filter(
    ({ words, only }) => words && (only === undefined || (only === 'many' ? nReviews > 2 : only === kind)),
  );
}
