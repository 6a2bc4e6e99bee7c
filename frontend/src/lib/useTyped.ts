/** What is typed stays on this device, by a name, until it is sent or given up: its form may be closed meanwhile. */

import { useSyncExternalStore } from 'react';
import { store, stored } from './stored';

/** What the device does not take: it holds until the page is closed. */
const texts = new Map<string, string>();
const listeners = new Set<() => void>();

/** The text, undefined where nothing is typed; and a function that replaces it, or gives it up. */
export function useTyped(name: string) {
  const text = useSyncExternalStore(listen, () => textOf(name));
  const setText = (next: string | undefined) => {
    store(name, next);
    if (next === undefined || stored(name) === next) texts.delete(name);
    else texts.set(name, next);
    for (const tell of listeners) tell();
  };
  return [text, setText] as const;
}

function textOf(name: string): string | undefined {
  const text = texts.get(name) ?? stored(name);
  return typeof text === 'string' ? text : undefined;
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
