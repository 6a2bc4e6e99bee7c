/**
 * The keys of the regions: few, and fixed, but for those of what the review has too, which are those of the person. To
 * edit the result, the keys of the review hold.
 */

import { useEffect, useMemo, useRef } from 'react';
import { chordText, isMac, listenForChords } from '@/lib/chords';
import { sourceWords } from '@/ui/kinds';
import { run } from '../editor/commands';
import type { Editor } from '../editor/editor';
import { useReview } from '../frame/context';
import { isLetter, type KeySettings, keysOf, typing } from '../keys/dispatch';
import { actionOf } from '../keys/sheet';
import type { ActionId } from '../keys/table';
import type { PairKind } from '../model/types';
import type { Regions } from './useRegions';

/** What keys can do something to. */
interface Acts extends Regions {
  editor: Editor;
  onHelp: () => void;
}

interface RegionKey {
  /** Its keys, or the actions of the review whose keys it has. */
  chords: readonly string[] | { of: readonly ActionId[]; also?: readonly string[] };
  act: (to: Acts) => void;
  /** What is said of it, with the keys of all of which the same is said; absent where nothing is. */
  words?: string | ((source: (typeof sourceWords)[PairKind]) => string);
  /** Also in the bar at the bottom. */
  inFooter?: boolean;
  /** Where it means something: with so many reviews, or in a talk; everywhere if absent. */
  only?: number | 'talk';
  repeats?: boolean;
}

const table = {
  take_a: { chords: ['a'], act: (to) => to.take(0), words: 'take A, next', inFooter: true },
  take_b: { chords: ['b'], act: (to) => to.take(1), words: 'take B, next', inFooter: true },
  take_c: { chords: ['c'], act: (to) => to.take(2), words: 'take C, next', inFooter: true, only: 3 },
  take_d: { chords: ['d'], act: (to) => to.take(3), words: 'take D, next', inFooter: true, only: 4 },
  majority: {
    chords: ['Shift+Enter'],
    act: (to) => to.acceptMajority(),
    words: 'take what most say, next',
    inFooter: true,
    only: 3,
  },
  part_1: { chords: ['1'], act: (to) => to.switchNth(0), words: 'switch a part', inFooter: true },
  part_2: { chords: ['2'], act: (to) => to.switchNth(1), words: 'switch a part', inFooter: true },
  part_3: { chords: ['3'], act: (to) => to.switchNth(2), words: 'switch a part', inFooter: true },
  edit: { chords: ['e'], act: (to) => to.edit(), words: 'edit the result', inFooter: true },
  accept: { chords: ['Enter'], act: (to) => to.accept(), words: 'accept the result, next', inFooter: true },
  next: { chords: ['j', 'ArrowDown'], act: (to) => to.step(1), words: 'next, previous', inFooter: true, repeats: true },
  previous: {
    chords: ['k', 'ArrowUp'],
    act: (to) => to.step(-1),
    words: 'next, previous',
    inFooter: true,
    repeats: true,
  },
  go_to: { chords: { of: ['go_to'] }, act: () => focusField('go-to'), words: 'go to a row or time' },
  unfold: { chords: ['u'], act: (to) => to.unfoldAround(), words: 'show the agreed rows around it' },
  reason: { chords: ['q'], act: () => focusField('decision-reason'), words: 'reason', inFooter: true },
  flag: { chords: ['f'], act: (to) => to.flag(), words: 'flag to discuss', inFooter: true },
  comment: { chords: ['Shift+c'], act: (to) => to.edit('comments'), words: 'comment' },
  play: { chords: { of: ['play'] }, act: playRegion, words: 'play' },
  paper: {
    chords: ['ArrowRight'],
    act: (to) => to.doc.kind !== 'bitext' && to.edit('paper'),
    words: ({ whole }) => `to the ${whole}`,
    only: 'talk',
  },
  undo: { chords: { of: ['undo', 'undo_too'] }, act: (to) => run(to.editor, 'undo'), words: 'undo', inFooter: true },
  redo: { chords: { of: ['redo', 'redo_too'] }, act: (to) => run(to.editor, 'redo'), words: 'redo' },
  mark: { chords: { of: ['submit'] }, act: (to) => to.mark(), words: 'mark as gold' },
  help: { chords: { of: ['keys'], also: ['F1'] }, act: (to) => to.onHelp(), words: 'all keys' },
} satisfies Record<string, RegionKey>;

export type RegionKeyId = keyof typeof table;

const regionKeys: Readonly<Record<RegionKeyId, RegionKey>> = table;
export const takeKeys: readonly RegionKeyId[] = ['take_a', 'take_b', 'take_c', 'take_d'];
const fixed = new Set(Object.values(regionKeys).flatMap(({ chords }) => ('of' in chords ? [] : chords)));

/** A key that is fixed here does not also do what the person has given it in the review. */
function chordsFor({ chords }: RegionKey, { bindings, letters }: KeySettings): readonly string[] {
  const ofReview = 'of' in chords ? chords.of.flatMap((id) => keysOf(actionOf(id), bindings)) : [];
  const all = 'of' in chords ? [...ofReview.filter((chord) => !fixed.has(chord)), ...(chords.also ?? [])] : chords;
  return letters ? all : all.filter((chord) => !isLetter(chord));
}

/** The key of something, in words; empty where the person has none for it. */
export function regionKeyText(id: RegionKeyId, settings: KeySettings, mac: boolean): string {
  return chordText(chordsFor(regionKeys[id], settings)[0] ?? '', mac);
}

interface KeyWords {
  words: string;
  shown: string;
  inFooter: boolean;
}

/** Those that mean something here and have words. */
export function keysFor(nReviews: number, kind: PairKind, settings: KeySettings, mac: boolean): readonly KeyWords[] {
  const lines = new Map<string, KeyWords>();
  for (const [id, { words: text, only, inFooter = false }] of Object.entries(regionKeys) as [
    RegionKeyId,
    RegionKey,
  ][]) {
    const words = typeof text === 'function' ? text(sourceWords[kind]) : text;
    if (!words || (only && !(only === 'talk' ? kind !== 'bitext' : nReviews >= only))) continue;
    const key = regionKeyText(id, settings, mac);
    const shown = lines.get(words)?.shown;
    if (key) lines.set(words, { words, inFooter, shown: shown ? `${shown} ${key}` : key });
  }
  return [...lines.values()];
}

/** What each chord does. */
export function regionMap(settings: KeySettings): ReadonlyMap<string, RegionKeyId> {
  return new Map(
    (Object.entries(regionKeys) as [RegionKeyId, RegionKey][]).flatMap(([id, key]) =>
      chordsFor(key, settings).map((chord) => [chord, id] as const),
    ),
  );
}

/** The key of something in the regions, in words; empty where the person has none for it. */
export function useRegionKeyText(): (id: RegionKeyId) => string {
  const settings = useReview((state) => state.keys);
  return (id) => regionKeyText(id, settings, isMac());
}

/** What decides on a region and goes on. Of two presses in a moment, the second would decide on what nobody has read. */
const deciding: ReadonlySet<RegionKeyId> = new Set<RegionKeyId>([...takeKeys, 'majority', 'accept']);
/** In milliseconds: who has read a region presses no sooner. */
export const moment = 250;

export function useRegionKeys(editor: Editor, regions: Regions, onHelp: () => void): void {
  const settings = useReview((state) => state.keys);
  const map = useMemo(() => regionMap(settings), [settings]);
  const now = { to: { ...regions, editor, onHelp }, map };
  const latest = useRef(now);
  const pressed = useRef<{ chord: string; at: number } | null>(null);
  useEffect(() => {
    latest.current = now;
  });
  useEffect(
    () =>
      listenForChords((chord, event, target) => {
        if (target?.closest('[role=dialog]')) return;
        const id = latest.current.map.get(chord);
        if (target?.matches(typing)) {
          // In the field of the reason, Enter accepts and Escape leaves.
          if (!target.matches('[data-field=decision-reason]')) return;
          if (id !== 'accept' && id !== 'mark' && chord !== 'Escape') return;
          (target as HTMLElement).blur();
          if (chord === 'Escape') return;
        }
        const onButton = chord === 'Enter' && target?.matches('button') === true;
        if (id && deciding.has(id)) {
          const last = pressed.current;
          const isAgain = last?.chord === chord && (event.repeat || Date.now() - last.at < moment);
          pressed.current = isAgain || !onButton ? { chord, at: Date.now() } : null;
          // Nor is the button pressed that has the focus once all are settled.
          if (isAgain) return event.preventDefault();
        }
        // A button that holds the focus is pressed by Enter.
        if (onButton) return;
        if (!id || (event.repeat && !regionKeys[id].repeats)) return;
        event.preventDefault();
        const { to } = latest.current;
        if (deciding.has(id) && to.current && bringBack(to.current.number)) {
          return to.editor.say(`Region ${to.current.number} was out of sight. Press the key again to decide on it.`);
        }
        regionKeys[id].act(to);
      }),
    [],
  );
}

/** Brings a region into sight if somebody has scrolled it away; whether they had. */
function bringBack(number: number): boolean {
  const region = document.querySelector(`[data-region="${number}"]`);
  const around = region?.closest('main');
  if (!region || !around) return false;
  const [of, within] = [region.getBoundingClientRect(), around.getBoundingClientRect()];
  if (of.bottom >= within.top && of.top <= within.bottom) return false;
  region.scrollIntoView({ block: 'nearest' });
  return true;
}

function playRegion({ editor, current, idsOf }: Acts): void {
  const row = current && idsOf(current.number)[0];
  if (!row) return;
  editor.moveTo(row, null);
  run(editor, 'play');
}

function focusField(name: string): void {
  const field = document.querySelector<HTMLInputElement>(`[data-field=${name}]`);
  field?.focus();
  field?.select();
}
