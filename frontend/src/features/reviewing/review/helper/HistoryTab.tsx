/** Who did what to the row, newest first, and what the engine had proposed. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { plural, probability, shortDate, timeOfDay } from '@/lib/format';
import { Difference } from '@/ui/Difference';
import { ErrorNote } from '@/ui/ErrorNote';
import { sourceWords } from '@/ui/kinds';
import { judgements } from '@/ui/large/judgements';
import { historyPage } from '../editor/transport';
import { useEditor, useReview, useReviewParts } from '../frame/context';
import { type Doc, unitNumber } from '../model/document';
import { type Labels, labelChanges } from '../model/labels';
import { revertTo } from '../model/revert';
import { countPieces } from '../model/shape';
import { sideText } from '../model/text';
import type { HistoryEntry, LoggedRow } from '../model/types';
import { movedWords, wordsOf } from '../model/verbs';
import helper from './Helper.module.css';

export function HistoryTab({ id }: { id: string }) {
  const editor = useEditor();
  const { review, number, version, waiting } = useReviewParts((state) => ({
    review: state.info.id,
    number: state.doc.order.indexOf(id) + 1,
    version: state.doc.rows.get(id)?.version ?? 0,
    waiting: state.queue.waiting.length,
  }));
  const history = useInfiniteQuery({
    queryKey: ['reviews', review, 'history', id, version],
    queryFn: ({ signal, pageParam }) => editor.transport.history(id, pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < historyPage ? undefined : page.at(-1)?.sequence),
    enabled: waiting === 0,
    placeholderData: (before) => before,
  });
  const entries = history.data?.pages.flat() ?? [];
  return (
    <section>
      <h2>
        Row {number}{' '}
        <small>
          {history.data && (history.hasNextPage ? `last ${entries.length} changes` : plural(entries.length, 'change'))}
        </small>
      </h2>
      {history.error && <ErrorNote error={history.error} onRetry={() => void history.refetch()} />}
      {history.data && entries.length === 0 && <p className={helper.reason}>No changes yet.</p>}
      <ol className={helper.log}>
        {entries.map((entry, i) => (
          <Entry key={entry.id} entry={entry} id={id} latest={i === 0} />
        ))}
      </ol>
      {history.hasNextPage && (
        <button
          type="button"
          className={helper.older}
          disabled={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show older changes
        </button>
      )}
      {entries.length > 1 && <p className={helper.reason}>“Back to here” is itself an edit and can be undone.</p>}
      {history.data && !history.hasNextPage && <Proposed id={id} first={entries.at(-1)} />}
    </section>
  );
}

/** The row as the engine left it: what stood before the first change. */
function Proposed({ id, first }: { id: string; first: HistoryEntry | undefined }) {
  const { doc, run } = useReviewParts((state) => ({ doc: state.doc, run: state.info.run }));
  const row = first ? first.before.find((other) => other.id === id) : doc.rows.get(id);
  const confidence = doc.rows.get(id)?.confidence ?? null;
  return (
    <>
      <h2 className={helper.before}>Before the review</h2>
      <p className={helper.reason}>
        {row ? (
          <>
            {run.engine_label}, run {run.number}, proposed {shapeWords(doc, row)}
            {confidence === null ? ', without a confidence.' : ` with ${probability(confidence)}.`}
          </>
        ) : (
          'This row did not exist; it was made from other rows.'
        )}
      </p>
    </>
  );
}

function Entry({ entry, id, latest }: { entry: HistoryEntry; id: string; latest: boolean }) {
  const editor = useEditor();
  const canEdit = useReview((state) => state.info.can_edit);
  const me = useReview((state) => state.info.annotator?.id);
  const doc = useReview((state) => state.doc);
  const labels = useReview((state) => state.info.labels);
  const before = entry.before.find((row) => row.id === id);
  const after = entry.after.find((row) => row.id === id);
  const text = useMemo(() => {
    const of = (row: LoggedRow | undefined) => (row ? (row.post_edit ?? sideText(doc, row, 'target')) : '');
    return [of(before), of(after)] as const;
  }, [before, after, doc]);
  const who = entry.by?.id === me ? 'You' : (entry.by?.name ?? 'Someone');
  const time = new Date(entry.at);
  const today = time.toDateString() === new Date().toDateString();
  return (
    <li>
      <time dateTime={entry.at} title={time.toLocaleString('en-GB')}>
        {today ? timeOfDay(entry.at) : shortDate(entry.at)}
      </time>
      <span data-undone={entry.undone}>
        <b>{who}</b> {movedWords(doc, entry, id) ?? wordsOf(entry.verb, doc.kind)}
        {before && after && fieldsChanged(before, after, labels)}
        {entry.undone && ', undone'}
      </span>
      {before && after && text[0] !== text[1] && (
        <Difference before={text[0]} after={text[1]} language={doc.targetLanguage} />
      )}
      {after && canEdit && !latest && (
        <button
          type="button"
          className={helper.back}
          title="Restore the row as it was after this change; this can be undone"
          onClick={() => editor.do(revertTo(editor.state.doc, after))}
        >
          Back to here
        </button>
      )}
    </li>
  );
}

/** "2:1"; in a talk the sentence or page. */
export function shapeWords(doc: Doc, row: LoggedRow): string {
  if (doc.kind === 'bitext') return `${countPieces(row.source)}:${countPieces(row.target)}`;
  const unit = doc.sourceUnits[row.source[0]?.unit ?? -1];
  const words = sourceWords[doc.kind];
  return unit ? `${words.unit} ${unitNumber(unit)}` : words.none;
}

/** ": good translation yes, flagged", or nothing. */
export function fieldsChanged(before: LoggedRow, after: LoggedRow, labels: Labels): string {
  const words: string[] = [];
  for (const name of ['good_align', 'good_mt'] as const) {
    const value = after[name];
    if (before[name] !== value)
      words.push(`${judgements[name].toLowerCase()} ${value === null ? 'not set' : value ? 'yes' : 'no'}`);
  }
  if (before.flagged !== after.flagged) words.push(after.flagged ? 'flagged' : 'unflagged');
  if (before.null_reason !== after.null_reason) words.push(after.null_reason || 'no reason');
  words.push(...labelChanges(before, after, labels));
  const added = after.tags.filter((tag) => !before.tags.includes(tag));
  const gone = before.tags.filter((tag) => !after.tags.includes(tag));
  if (added.length > 0) words.push(`added ${added.join(', ')}`);
  if (gone.length > 0) words.push(`removed ${gone.join(', ')}`);
  return words.length > 0 ? `: ${words.join(', ')}` : '';
}
