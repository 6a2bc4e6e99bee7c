import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { PassEditor, PassState } from './editor';

export const PassContext = createContext<PassEditor | null>(null);

export function usePassEditor(): PassEditor {
  const editor = useContext(PassContext);
  if (!editor) throw new Error('outside of a pass');
  return editor;
}

/** A part of the state; what holds it is drawn again only when that part changes. */
export function usePassState<Part>(part: (state: PassState) => Part): Part {
  return useStore(usePassEditor().store, useShallow(part));
}
