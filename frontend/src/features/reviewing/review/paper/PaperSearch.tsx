/** The search of the paper: all sentences, spoken or not. Enter chooses the one found for the active span. */

import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo } from 'react';
import { isComposing } from '@/lib/chords';
import { plural } from '@/lib/format';
import { TextButton } from '../bars/buttons';
import { chooseHit, closePaperSearch, searchPaper, stepHits } from '../editor/paperSearch';
import { chooseView } from '../editor/searching';
import { useEditor, useKeyText, useReview } from '../frame/context';
import { rowOf } from '../model/document';
import { everything } from '../model/filters';
import { plainFinder, sentencesWith } from '../model/hits';
import { sideText } from '../model/text';
import styles from './PaperSearch.module.css';

interface Props {
  query: string;
  hits: readonly number[];
  cursor: number | null;
  hitsOnly: boolean;
  onHitsOnly: (only: boolean) => void;
}

export function PaperSearch({ query, hits, cursor, hitsOnly, onHitsOnly }: Props) {
  const editor = useEditor();
  const { keyed } = useKeyText();
  const at = cursor === null ? -1 : hits.indexOf(cursor);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const act = {
      ArrowDown: () => stepHits(editor, 1),
      ArrowUp: () => stepHits(editor, -1),
      Enter: () => chooseHit(editor, event.shiftKey),
      Escape: () => closePaperSearch(editor),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <search className={styles.search} aria-label="Search the paper">
      <span className={styles.field}>
        <IconSearch size={15} stroke={1.75} aria-hidden="true" />
        <input
          type="search"
          data-field="paper-search"
          aria-label="Search the paper"
          placeholder="Search all sentences"
          value={query}
          // biome-ignore lint/a11y/noAutofocus: it is opened by a key, and what is typed next is meant for it
          autoFocus
          onChange={(event) => searchPaper(editor, event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <output>{query.trim() && (hits.length === 0 ? 'none' : `${at + 1} of ${hits.length}`)}</output>
      </span>
      <button
        type="button"
        className={styles.button}
        title={keyed('Previous hit', 'previous_hit')}
        onClick={() => stepHits(editor, -1)}
      >
        <IconChevronUp size={16} stroke={1.75} aria-label="Previous hit" />
      </button>
      <button
        type="button"
        className={styles.button}
        title={keyed('Next hit', 'next_hit')}
        onClick={() => stepHits(editor, 1)}
      >
        <IconChevronDown size={16} stroke={1.75} aria-label="Next hit" />
      </button>
      <label className={styles.only}>
        <input type="checkbox" checked={hitsOnly} onChange={(event) => onHitsOnly(event.currentTarget.checked)} />
        Hits only
      </label>
      <button type="button" className={styles.button} onClick={() => closePaperSearch(editor)}>
        <IconX size={16} stroke={1.75} aria-label="Close the search" />
      </button>
      {query.trim() && hits.length === 0 && <NoHits query={query} />}
    </search>
  );
}

/** What was said may have it, where no sentence has. */
function NoHits({ query }: { query: string }) {
  const editor = useEditor();
  const doc = useReview((state) => state.doc);
  const spans = useMemo(() => {
    const find = plainFinder(query);
    return doc.order.filter((id) => (find?.(sideText(doc, rowOf(doc, id), 'target')).length ?? 0) > 0).length;
  }, [doc, query]);
  return (
    <p className={styles.none}>
      No sentence has “{query.trim()}”.
      {spans > 0 && (
        <>
          {' '}
          {plural(spans, 'span')} {spans === 1 ? 'has' : 'have'}:{' '}
          <TextButton
            onClick={() => {
              closePaperSearch(editor);
              void chooseView(editor, { ...everything, query: query.trim() });
            }}
          >
            in the talk
          </TextButton>
        </>
      )}
    </p>
  );
}

/** The sentences found, and those beside them. */
export function useHits(): { hits: readonly number[]; near: ReadonlySet<number> } {
  const query = useReview((state) => state.paperQuery);
  const doc = useReview((state) => state.doc);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the paper itself never changes
  return useMemo(() => {
    const hits = query === null ? [] : sentencesWith(doc, query);
    return { hits, near: new Set(hits.flatMap((hit) => [hit - 1, hit, hit + 1])) };
  }, [doc.sourceUnits, query]);
}
