/** Listens to the keys of the page and runs the actions of the key table. */

import { useEffect, useMemo } from 'react';
import { chordOf, isComposing, isMac, listenForChords } from '@/lib/chords';
import { run } from '../editor/commands';
import { hasSelectedText } from '../editor/copying';
import { isOffering } from '../editor/realignment';
import { menuOpen } from '../editor/state';
import { KeyMap, scopesAt, typing } from '../keys/dispatch';
import { repeating } from '../keys/table';
import { TypeAhead } from '../keys/typeahead';
import { useEditor, useReview } from './context';

/**
 * Firefox opens its quick find on / and ', wherever the focus is outside of a field, and the keys that follow are written
 * into it: in caret mode, on a dialog's button, everywhere on this page.
 */
function keepQuickFindShut(event: KeyboardEvent): void {
  const isFind = (event.key === '/' || event.key === "'") && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isFind && event.target instanceof Element && !event.target.matches(typing)) event.preventDefault();
}

function isBehindDialog(target: Element | null): boolean {
  return document.querySelector('[role=dialog][aria-modal=true]') !== null && !target?.closest('[role=dialog]');
}

export function useKeys(): void {
  const editor = useEditor();
  const kind = useReview((state) => state.doc.kind);
  const settings = useReview((state) => state.keys);
  const mac = isMac();
  const map = useMemo(() => new KeyMap(settings, kind, mac), [settings, kind, mac]);
  useEffect(() => {
    const typeAhead = new TypeAhead(() => menuOpen(editor.state));
    // The menu that was just asked for gets the keys, though the focus is not there yet. Seen before all others: a menu
    // takes a key that is pressed outside of it for a wish to close it.
    const hold = (event: KeyboardEvent) => {
      if (!menuOpen(editor.state) || isComposing(event) || event.key === 'Escape' || chordOf(event, mac) === null)
        return;
      const target = event.target instanceof Element ? event.target : null;
      if (!scopesAt(target, { caret: false, talk: false }).includes('rows')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      typeAhead.add(event);
    };
    const unlisten = listenForChords((chord, event, target) => {
      keepQuickFindShut(event);
      const scopes = scopesAt(target, {
        caret: editor.state.caret !== null,
        talk: kind !== 'bitext',
        proposal: isOffering(editor.state),
      });
      const action = map.find(chord, scopes);
      if (!action) return;
      // A dialog that has just opened, and does not have the focus yet: what is pressed is meant for it.
      if (action !== 'escape' && isBehindDialog(target)) {
        event.preventDefault();
        return;
      }
      // Only the rows on screen are in the page, so the first Ctrl+F searches all of them; the last is the browser's.
      const last = kind === 'paper_talk' ? '[data-field=paper-search]' : '[data-field=search]';
      if (action === 'find' && target?.matches(last)) return;
      // A button that holds the focus is pressed by Enter, unless it is a chip: chips are rows to the keys.
      if (chord === 'Enter' && target?.matches('button') && scopes[0] !== 'paper' && scopes[0] !== 'deck') return;
      if (action === 'copy' && hasSelectedText()) return;
      event.preventDefault();
      if (!event.repeat || repeating.has(action)) run(editor, action);
    });
    globalThis.addEventListener('keydown', hold, { capture: true });
    return () => {
      typeAhead.close();
      globalThis.removeEventListener('keydown', hold, { capture: true });
      unlisten();
    };
  }, [editor, map, kind, mac]);
}
