/** From a key event to an action: by layout, by scope, and never while someone is typing. */

import { store, stored } from '@/lib/stored';
import { pairKinds } from '@/ui/kinds';
import type { PairKind } from '../model/types';
import { type ActionId, actions, type KeyAction, reserved, type Scope, worksIn } from './table';

/** Keys a person has chosen, by action; an action that is absent keeps its own. */
export type Bindings = Readonly<Partial<Record<ActionId, readonly string[]>>>;

export interface KeySettings {
  bindings: Bindings;
  /** Single letters and signs do something. Off: only keys with Ctrl, Alt or a name (Enter, arrows). */
  letters: boolean;
}

export const defaultSettings: KeySettings = { bindings: {}, letters: true };

export function keysOf(action: { id: string; keys: readonly string[] }, bindings: Bindings): readonly string[] {
  return bindings[action.id as ActionId] ?? action.keys;
}

/** A chord that types a character: what turning letters off turns off. */
export function isLetter(chord: string): boolean {
  return [...chord.replace('Shift+', '')].length === 1;
}

export class KeyMap {
  private readonly byScope = new Map<Scope, Map<string, ActionId>>();

  constructor(settings: KeySettings, kind: PairKind, mac: boolean) {
    // What a person has chosen comes last: a key that an action was given since is still theirs.
    const isChosen = ({ id }: KeyAction) => settings.bindings[id as ActionId] !== undefined;
    const all = (actions as readonly KeyAction[]).filter((action) => worksIn(action, kind));
    for (const action of [...all.filter((one) => !isChosen(one)), ...all.filter(isChosen)]) {
      const scope = this.byScope.get(action.scope) ?? new Map<string, ActionId>();
      for (const chord of keysOf(action, settings.bindings)) {
        if (!settings.letters && isLetter(chord)) continue;
        // On a Mac ⌘Y opens the history of the browser.
        if (mac && chord === 'Mod+y') continue;
        scope.set(chord, action.id as ActionId);
      }
      this.byScope.set(action.scope, scope);
    }
  }

  find(chord: string, scopes: readonly Scope[]): ActionId | null {
    for (const scope of scopes) {
      const action = this.byScope.get(scope)?.get(chord);
      if (action) return action;
    }
    return null;
  }
}

/** Scopes that are live together: a key may mean one thing in them. `talk`, `paper`, `deck` and `caret` go before `rows`. */
const together: readonly (readonly Scope[])[] = [
  ['rows', 'view', 'all', 'everywhere'],
  ['talk', 'view', 'all', 'everywhere'],
  ['paper', 'everywhere'],
  ['deck', 'everywhere'],
  ['caret', 'everywhere'],
  ['proposal', 'everywhere'],
  ['post_edit', 'all', 'everywhere'],
];

/** Whether there are pairs in which both do something. */
function meet(action: KeyAction, other: KeyAction | undefined): boolean {
  return pairKinds.some((kind) => worksIn(action, kind) && other !== undefined && worksIn(other, kind));
}

/** Why `chord` cannot be given to `id`; null if it can. */
export function clash(chord: string, id: ActionId, bindings: Bindings): string | null {
  if (reserved.has(chord)) return 'The browser keeps this key for itself.';
  if (/^Alt\+[a-z0-9]$/i.test(chord)) return 'Menus and input methods use Alt with letters and digits.';
  const all = actions as readonly KeyAction[];
  const mine = all.find((action) => action.id === id);
  const live = new Set(together.filter((scopes) => mine && scopes.includes(mine.scope)).flat());
  const taken = all.find(
    (action) =>
      action.id !== id && live.has(action.scope) && meet(action, mine) && keysOf(action, bindings).includes(chord),
  );
  return taken ? `“${taken.label}” has this key.` : null;
}

/** The settings with a key given to an action, or why it cannot be; Escape leaves them as they are. */
export function takeKey(
  settings: KeySettings,
  id: ActionId,
  chord: string,
): { settings: KeySettings } | { refused: string } {
  if (chord === 'Escape') return { settings };
  const refused = clash(chord, id, settings.bindings);
  return refused ? { refused } : { settings: { ...settings, bindings: { ...settings.bindings, [id]: [chord] } } };
}

/** What takes letters as text. */
export const typing = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';

/** What may handle a key that came from `target`. Fields keep their keys, menus and dialogs keep all. */
export function scopesAt(
  target: Element | null,
  modes: { caret: boolean; talk: boolean; proposal?: boolean },
): readonly Scope[] {
  if (target?.closest('[role=dialog], [role=menu], [role=listbox], [data-keys=own]')) return [];
  if (target?.closest('[data-scope=post_edit]') && target.matches(typing)) return ['post_edit', 'everywhere'];
  if (target?.matches(typing)) return ['everywhere'];
  for (const scope of ['paper', 'deck'] as const)
    if (target?.closest(`[data-scope=${scope}]`)) return [scope, 'view', 'all', 'everywhere'];
  if (target === null || target === document.body || target.closest('[data-scope=rows]')) {
    if (modes.caret) return ['caret', 'everywhere'];
    const rows: Scope[] = [...(modes.talk ? (['talk'] as const) : []), 'rows', 'view', 'all', 'everywhere'];
    return modes.proposal ? ['proposal', ...rows] : rows;
  }
  return ['view', 'all', 'everywhere'];
}

const storageKey = 'lectern.keys';

export function loadSettings(): KeySettings {
  const kept = (stored(storageKey) ?? {}) as Partial<KeySettings>;
  const known = new Set<string>(actions.map(({ id }) => id));
  const entries = Object.entries(kept.bindings ?? {}).filter(([id, keys]) => known.has(id) && Array.isArray(keys));
  return { bindings: Object.fromEntries(entries), letters: kept.letters !== false };
}

export function storeSettings(settings: KeySettings): void {
  store(storageKey, settings);
}
