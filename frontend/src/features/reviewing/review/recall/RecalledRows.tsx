/** The rows that the concordance found: both texts with the words marked, and the way to each. More come on scrolling. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, type MouseEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { judgements } from '@/ui/large/judgements';
import { piecesOf } from '@/ui/large/words';
import { go } from '../editor/navigation';
import { useEditor, useReview } from '../frame/context';
import helper from '../helper/Helper.module.css';
import type { RecalledRow } from '../model/types';
import styles from './Recall.module.css';

export function RecalledRows({ text }: { text: string }) {
  const pages = useConcordance(text);
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage } = pages;
  const end = useRef<HTMLDivElement>(null);
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const pending = data?.pages.at(-1)?.n_pending ?? 0;
  const goesOn = hasNextPage && !error && !isFetchingNextPage && !isBarren(data?.pages ?? []);
  useEffect(() => {
    const { current } = end;
    if (!goesOn || !current || !('IntersectionObserver' in globalThis)) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage());
    observer.observe(current);
    return () => observer.disconnect();
  }, [goesOn, fetchNextPage]);
  if (!text)
    return (
      <p className={helper.reason}>
        Type words, select them in a row, or choose one above: accepted rows of the project that hold them are shown
        with their translations.
      </p>
    );
  if (!data && error) return <ErrorNote error={error} onRetry={() => void pages.refetch()} />;
  if (!data) return <Loading what="accepted rows" />;
  return (
    <>
      <p className={styles.count} role="status">
        {countWords({ n: rows.length, hasMore: hasNextPage, nPending: pending, text })}
      </p>
      <ol className={styles.found}>
        {rows.map((row) => (
          <RecalledItem key={row.row} row={row} />
        ))}
      </ol>
      {error && <ErrorNote error={error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && !error && (
        <button
          type="button"
          className={styles.more}
          data-stop
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Looking further' : 'Show more'}
        </button>
      )}
      <div ref={end} />
    </>
  );
}

function RecalledItem({ row }: { row: RecalledRow }) {
  const { translation, post_edit: edited, target, kind } = row;
  return (
    <li>
      <Title row={row} />
      <Marked text={row.source} marks={row.source_marks} language={row.source_language} />
      {translation ? (
        <Marked text={translation} marks={row.translation_marks} language={row.target_language} />
      ) : (
        <p className={styles.none}>{edited === null ? 'Not rendered' : 'The post-edit is empty'}</p>
      )}
      {edited !== null && target && (
        <details>
          <summary>Post-edited; as aligned</summary>
          <Marked text={target} marks={row.target_marks} language={row.target_language} />
        </details>
      )}
      {row.good_align === false && <small className={styles.bad}>{judgements.good_align} no</small>}
      {row.good_mt === false && kind === 'bitext' && <small className={styles.bad}>{judgements.good_mt} no</small>}
    </li>
  );
}

/** Of this review it leads to the row here; what one may not open has no link. */
function Title({ row }: { row: RecalledRow }) {
  const editor = useEditor();
  const review = useReview((state) => state.info.id);
  const number = useReview((state) => (row.review === review ? state.doc.order.indexOf(row.row) + 1 : 0));
  if (number > 0) {
    const there = (event: MouseEvent) => {
      event.preventDefault();
      editor.set({ helperOpen: false });
      go(editor, row.row);
    };
    return (
      <a className={styles.title} data-stop href={`?row=${row.row}`} onClick={there}>
        Row {number} of this review
      </a>
    );
  }
  if (!row.readable)
    return (
      <span className={styles.title} data-stop tabIndex={-1} title="Submitted by somebody else: you cannot open it">
        {row.title}
      </span>
    );
  return (
    <Link className={styles.title} data-stop to={`/review/${row.review}?row=${row.row}`}>
      {row.title}
    </Link>
  );
}

interface MarkedProps {
  text: string;
  marks: RecalledRow['source_marks'];
  language: string;
}

function Marked({ text, marks, language }: MarkedProps) {
  return (
    <p className={styles.text} lang={language || undefined} dir="auto">
      {piecesOf(text, marks).map((piece) =>
        piece.marked ? <mark key={piece.at}>{piece.text}</mark> : <Fragment key={piece.at}>{piece.text}</Fragment>,
      )}
    </p>
  );
}

/** How often it is asked again while a worker fills the index. */
const indexingMilliseconds = 5000;

/** Accepted rows of the project that hold a text, some at a time. */
function useConcordance(text: string) {
  const editor = useEditor();
  const project = useReview((state) => state.info.project.slug);
  return useInfiniteQuery({
    queryKey: ['projects', project, 'concordance', text],
    queryFn: ({ signal, pageParam }) => editor.transport.concordance(project, text, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: text !== '',
    retry: false,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      return pages.length === 1 && (pages[0]?.n_pending ?? 0) > 0 ? indexingMilliseconds : false;
    },
  });
}

const mostBarren = 4;

/** A page may come back empty though there is more to look through; after some of those the person says whether to go on. */
export function isBarren(pages: readonly { rows: readonly unknown[] }[]): boolean {
  const lately = pages.slice(-mostBarren);
  return lately.length === mostBarren && lately.every((page) => page.rows.length === 0);
}

interface Found {
  n: number;
  hasMore: boolean;
  /** Texts of the project that are not in the index yet. */
  nPending: number;
  text: string;
}

export function countWords({ n, hasMore, nPending, text }: Found): string {
  const where =
    n > 0
      ? `${plural(n, 'accepted row')}${hasMore ? ' so far' : ''}`
      : hasMore
        ? 'Nothing found so far; there is more to look through.'
        : `No accepted row that you may read holds “${text}”.`;
  const pending = `${plural(nPending, 'text')} of the project ${nPending === 1 ? 'is' : 'are'} still being indexed.`;
  return nPending > 0 ? `${where} ${pending}` : where;
}
