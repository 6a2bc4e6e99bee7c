/**
 * An adjudication as regions: only where its reviews differ is there something to do. The rows are a review's rows; to
 * edit the result, the page shows them as the review that they are.
 */

import { useEffect, useRef, useState } from 'react';
import { isComposing } from '@/lib/chords';
import { Key } from '@/ui/Keys';
import { rowWords } from '@/ui/kinds';
import { BarButton } from '../bars/buttons';
import { run } from '../editor/commands';
import { go } from '../editor/navigation';
import { menuOpen } from '../editor/state';
import { useEditor, useReview } from '../frame/context';
import { Review } from '../frame/Review';
import styles from './Adjudication.module.css';
import { Regions } from './Regions';

const leaveKeys = ['Escape'];

export function Adjudication() {
  const editor = useEditor();
  const [editing, setEditing] = useState<number | null>(null);
  const kind = useReview((state) => state.doc.kind);
  const leave = () => setEditing(null);
  useEscape(() => {
    const { state } = editor;
    const isBusy =
      state.dialog !== null ||
      state.caret !== null ||
      state.opened !== null ||
      menuOpen(state) ||
      state.picked !== null ||
      state.paperCursor !== null;
    if (editing === null || isBusy || state.anchor !== null || state.helperOpen || state.realigning !== null)
      return false;
    leave();
    return true;
  });
  if (editing === null) {
    return (
      <Regions
        onEdit={(region, row, at) => {
          setEditing(region);
          go(editor, row);
          if (at === 'comments') editor.set({ helper: 'comments', helperOpen: true });
          else if (at === 'paper') run(editor, kind === 'slides_talk' ? 'to_deck' : 'to_paper');
        }}
      />
    );
  }
  return (
    <div className={styles.editing}>
      <p role="status">
        Editing the result of region {editing}. Every {rowWords[kind][0]} can be changed here.
        <BarButton onClick={leave}>
          Back to the regions <Key of={leaveKeys} />
        </BarButton>
      </p>
      <Review />
    </div>
  );
}

/** `act` returns whether it did something; if not, Escape is what it always is. */
function useEscape(act: () => boolean): void {
  const current = useRef(act);
  current.current = act;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event) || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.matches('input, textarea, [contenteditable=true]')) return;
      if (!current.current()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    globalThis.addEventListener('keydown', onKeyDown, { capture: true });
    return () => globalThis.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
