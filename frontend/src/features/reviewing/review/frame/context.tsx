/** The editor of the page, and how parts read it: each subscribes to what it shows and to nothing else. */

import { createContext, useContext, useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { isMac } from '@/lib/chords';
import type { Editor } from '../editor/editor';
import type { EditorState } from '../editor/state';
import { keyText, withKeys } from '../keys/sheet';
import type { ActionId } from '../keys/table';

const EditorContext = createContext<Editor | null>(null);

export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('useEditor must be used inside of EditorProvider');
  return editor;
}

export function useReview<T>(selector: (state: EditorState) => T): T {
  return useStore(useEditor().store, selector);
}

/** For selectors that build a new object each time. */
export function useReviewParts<T extends object>(selector: (state: EditorState) => T): T {
  return useStore(useEditor().store, useShallow(selector));
}

export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** The keys of actions as they are on this device: people rebind them, and turn letters off. */
export function useKeyText() {
  const settings = useReview((state) => state.keys);
  return useMemo(() => {
    const mac = isMac();
    const key = (id: ActionId) => keyText(id, settings, mac);
    return {
      key,
      /** The words with the key in brackets, for tooltips. */
      keyed: (words: string, id: ActionId) => (key(id) ? `${words} (${key(id)})` : words),
      withKeys: (sentence: string) => withKeys(sentence, settings, mac),
    };
  }, [settings]);
}
