/** The editor of the page, and how parts read it: each subscribes to what it shows and to nothing else. */

import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Editor } from '../editor/editor';
import type { EditorState } from '../editor/state';

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
