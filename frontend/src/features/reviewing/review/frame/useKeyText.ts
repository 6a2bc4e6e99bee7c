/** The keys of actions as they are on this device: people rebind them, and turn letters off. */

import { useMemo } from 'react';
import { isMac } from '@/lib/chords';
import { keyText, withKeys } from '../keys/sheet';
import type { ActionId } from '../keys/table';
import { useReview } from './context';

export function useKeyText() {
  const settings = useReview((state) => state.keys);
  return useMemo(() => {
    const mac = isMac();
    const key = (id: ActionId) => keyText(id, settings, mac);
    return {
      key,
      /** "Undo (Z)", for tooltips. */
      keyed: (words: string, id: ActionId) => (key(id) ? `${words} (${key(id)})` : words),
      withKeys: (sentence: string) => withKeys(sentence, settings, mac),
    };
  }, [settings]);
}
