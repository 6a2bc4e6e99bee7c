/** The key table as it is printed: keys that share a line, sections in columns. And finding an action in it. */

import { chordText } from '@/lib/chords';
import type { PairKind } from '../model/types';
import { isLetter, type KeySettings, keysOf } from './dispatch';
import { type ActionId, actions, type KeyAction, type Section, sections, worksIn } from './table';

export interface Line {
  label: string;
  actions: readonly KeyAction[];
}

interface SheetSection {
  title: Section;
  lines: readonly Line[];
}

const all: readonly KeyAction[] = actions;
const byId = new Map<string, KeyAction>(all.map((action) => [action.id, action]));

export function actionOf(id: ActionId): KeyAction {
  return byId.get(id) as KeyAction;
}

/** The key that a person would press for an action, in words; empty where they have none for it. */
export function keyText(id: ActionId, settings: KeySettings, mac: boolean): string {
  const chord = keysOf(actionOf(id), settings.bindings).find((key) => settings.letters || !isLetter(key));
  return chord === undefined ? '' : chordText(chord, mac);
}

/** A sentence in which `{merge}` stands for the key of that action, or for its label where it has no key. */
export function withKeys(sentence: string, settings: KeySettings, mac: boolean): string {
  return sentence.replace(/\{(\w+)\}/g, (_, id: ActionId) => keyText(id, settings, mac) || `“${actionOf(id).label}”`);
}

/** The actions that do something in a pair of this kind. */
export function actionsFor(kind: PairKind): readonly KeyAction[] {
  return all.filter((action) => worksIn(action, kind));
}

/** The sheet for one kind of pair, column by column; sections in which nothing works are left out. */
export function sheetFor(kind: PairKind): readonly (readonly SheetSection[])[] {
  const columns: SheetSection[][] = [];
  for (const [title, column] of Object.entries(sections) as [Section, number][]) {
    const lines = linesOf(actionsFor(kind).filter(({ section }) => section === title));
    columns[column] ??= [];
    if (lines.length > 0) columns[column].push({ title, lines });
  }
  return columns;
}

function linesOf(actions: readonly KeyAction[]): readonly Line[] {
  const lines = new Map<string, KeyAction[]>();
  for (const action of actions) {
    const label = action.line ?? action.label;
    lines.set(label, [...(lines.get(label) ?? []), action]);
  }
  return [...lines].map(([label, actions]) => ({ label, actions }));
}

/** `J ↓`, `Shift ↑ ↓`, `A  Shift A`, `1–5`: the keys of a line, a modifier that two actions share said once. */
export function chordsOf(actions: readonly KeyAction[], settings: KeySettings, mac: boolean): readonly string[] {
  const each = actions.map((action) => keysOf(action, settings.bindings));
  const texts = each.flat().map((chord) => chordText(chord, mac));
  const digits = texts.map(Number);
  if (texts.length > 2 && digits.every((digit, i) => digit === (digits[0] as number) + i))
    return [`${texts[0]}–${texts.at(-1)}`];
  if (each.some((chords) => chords.length !== 1)) return texts;
  const prefix = (text: string) => text.slice(0, text.lastIndexOf(' ') + 1);
  return texts.map((text, i) => {
    const before = texts[i - 1];
    const shared = before !== undefined && prefix(text) !== '' && prefix(text) === prefix(before);
    return shared ? text.slice(prefix(text).length) : text;
  });
}

/** Actions by label, then by section and key; the first is what Enter runs. */
export function findActions(query: string, kind: PairKind): readonly KeyAction[] {
  const needle = query.trim().toLowerCase();
  if (!needle) return actionsFor(kind);
  const isCalled = ({ label }: KeyAction) => label.toLowerCase().includes(needle);
  return actionsFor(kind)
    .filter(({ label, section, keys }) => `${label} ${section} ${keys.join(' ')}`.toLowerCase().includes(needle))
    .sort((a, b) => Number(isCalled(b)) - Number(isCalled(a)));
}
