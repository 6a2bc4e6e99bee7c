/** The deck beside its talk: the page of the active row, or the one that may become it, and all pages in a filmstrip. */

import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { capital } from '@/lib/format';
import { sourceWords } from '@/ui/kinds';
import { classes, useEditor, useReviewParts } from '../frame/context';
import { framesOf, pageOf } from '../model/deck';
import { rowOf } from '../model/document';
import { ChoiceBar } from './ChoiceBar';
import styles from './Deck.module.css';
import { Filmstrip } from './Filmstrip';
import { KeyBar } from './KeyBar';
import { PageView } from './PageView';
import { usePictures } from './usePictures';

// Loaded with the deck: rows show figures of its sentences too.
export { keysOf } from '../model/keySentences';

export function Deck() {
  const editor = useEditor();
  const { doc, active, cursor } = useReviewParts((state) => ({
    doc: state.doc,
    active: state.active,
    cursor: state.paperCursor,
  }));
  const settled = useDeferredValue(doc);
  const before = useMemo(() => framesOf(settled), [settled]);
  // What was settled may have rows that an edit has just taken away.
  const frames = useMemo(
    () => before.map((frame) => ({ ...frame, rows: frame.rows.filter((id) => doc.rows.has(id)) })),
    [before, doc],
  );
  const pictures = usePictures();
  const row = active === null ? null : rowOf(doc, active);
  const page = pageOf(doc, cursor ?? row?.source[0]?.unit);
  const near = frames.find(({ rows }) => active !== null && rows.includes(active));
  const open =
    near && near.page.number === page?.number ? near : frames.find((one) => one.page.number === page?.number);

  // Whoever goes on to another row has chosen nothing for it.
  const was = useRef(active);
  useEffect(() => {
    if (was.current !== active) editor.set({ paperCursor: null });
    was.current = active;
  }, [editor, active]);

  return (
    <section
      className={classes(styles.deck, cursor !== null && styles.choosing)}
      aria-label={capital(sourceWords[doc.kind].whole)}
      data-pane="deck"
    >
      <PageView
        page={page}
        rows={cursor === null && active ? (near?.rows ?? [active]) : (open?.rows ?? [])}
        pictures={pictures}
      />
      <KeyBar />
      <ChoiceBar />
      <Filmstrip frames={frames} open={open} pictures={pictures} />
    </section>
  );
}
