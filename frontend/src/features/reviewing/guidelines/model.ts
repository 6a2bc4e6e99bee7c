/** The draft of guidelines as the page holds it, and what its labels may be made into: pure functions. */

import type { DraftValues, Label, LabelUsage } from '@/features/reviewing/requests/guidelines';
import { chordText } from '@/lib/chords';
import { labelKeys } from '@/lib/labels';

export type Draft = Pick<DraftValues, 'text' | 'labels'>;

/** The labels of every project: their columns have these names, and what they hold is fixed. */
const builtIn = new Set(Object.keys(labelKeys));
export const isBuiltIn = ({ key }: Pick<Label, 'key'>) => builtIn.has(key);

/** The digits of the editor that a label can be on. */
export const shortcuts = [6, 7, 8, 9] as const;

/** The key of a label in the editor, until somebody rebinds it. */
export function keyOf(label: Label): string | undefined {
  const key = label.shortcut ?? (labelKeys as Readonly<Record<string, string>>)[label.key];
  return key && chordText(String(key), false);
}

export function blankLabel(labels: readonly Label[]): Label {
  const taken = new Set(labels.map(({ shortcut }) => shortcut));
  return {
    key: '',
    name: '',
    type: 'yes_no',
    values: [],
    applies_to: 'linked',
    required: false,
    hidden: false,
    shortcut: shortcuts.find((digit) => !taken.has(digit)) ?? null,
  };
}

/** Of a key, in characters. */
export const longestKey = 40;

/** A key from a name: `Speaker’s tone` gives `speaker_s_tone`; empty where the name has no Latin letters. */
export function keyFrom(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, longestKey);
}

/** What is wrong with a label before it is sent; null if nothing is. */
export function faultOf(
  label: Label,
  others: readonly Label[],
): { field: 'name' | 'key' | 'values'; text: string } | null {
  if (!label.name.trim()) return { field: 'name', text: 'Enter a name.' };
  if (!/^(?!constructor$)[a-z][a-z0-9_]{0,39}$/.test(label.key))
    return {
      field: 'key',
      text: `Use up to ${longestKey} small letters, digits and underscores, the first a letter; not “constructor”.`,
    };
  if (others.some(({ key }) => key === label.key)) return { field: 'key', text: 'Another label has this key.' };
  if (label.type !== 'yes_no' && !isBuiltIn(label) && !label.values.some(({ hidden }) => !hidden))
    return { field: 'values', text: 'Add a value to choose from.' };
  return null;
}

/** A list with one of its items a place up or down. */
export function moved<Item extends { key: string }>(items: readonly Item[], key: string, by: -1 | 1): Item[] {
  const at = items.findIndex((item) => item.key === key);
  const to = at + by;
  const next = [...items];
  if (at < 0 || to < 0 || to >= items.length) return next;
  const [item] = next.splice(at, 1);
  if (item) next.splice(to, 0, item);
  return next;
}

/** How many rows have a value; without one, the label. */
export function usesOf(usage: LabelUsage | undefined, key: string, value = ''): number {
  return usage?.[key]?.[value] ?? 0;
}

/** Values of labels that the published version does not have, or names otherwise: `key` of the label, `key:value`. */
export function newIn(labels: readonly Label[], published: readonly Label[] | undefined): ReadonlySet<string> {
  const keys = new Set<string>();
  if (!published) return keys;
  for (const label of labels) {
    const was = published.find(({ key }) => key === label.key);
    if (!was || was.name !== label.name || was.hidden !== label.hidden || was.required !== label.required)
      keys.add(label.key);
    for (const value of label.values) {
      const old = was?.values.find(({ key }) => key === value.key);
      if (!old || old.name !== value.name || old.hidden !== value.hidden) keys.add(`${label.key}:${value.key}`);
    }
  }
  return keys;
}

export function sameDraft(a: Draft, b: Draft): boolean {
  return a.text === b.text && JSON.stringify(a.labels) === JSON.stringify(b.labels);
}
