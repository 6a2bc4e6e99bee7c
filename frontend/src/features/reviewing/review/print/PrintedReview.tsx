/**
 * The review on paper: only the rows on screen are in the page, so all of them are drawn once, as plain as they can be,
 * when the browser is about to print.
 */

import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { count, language, plural, probability } from '@/lib/format';
import { reviewerName } from '@/lib/reviewerName';
import { sourceWords } from '@/ui/kinds';
import { judgements } from '@/ui/large/judgements';
import { isFiltered } from '../editor/view';
import { useEditor, useReview } from '../frame/context';
import { statusWord } from '../grid/words';
import { probabilityOf } from '../model/bulk';
import { type Doc, progressOf, rowOf } from '../model/document';
import { filtersFor, type View } from '../model/filters';
import { givenLabels, type Labels } from '../model/labels';
import { sideText } from '../model/text';
import type { Row } from '../model/types';
import styles from './PrintedReview.module.css';

export function PrintedReview() {
  const editor = useEditor();
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const before = () => {
      // The sheet of keys has a print of its own.
      if (editor.state.dialog === 'keys') return;
      document.documentElement.dataset.printing = 'review';
      flushSync(() => setPrinting(true));
    };
    const after = () => {
      delete document.documentElement.dataset.printing;
      setPrinting(false);
    };
    globalThis.addEventListener('beforeprint', before);
    globalThis.addEventListener('afterprint', after);
    return () => {
      after();
      globalThis.removeEventListener('beforeprint', before);
      globalThis.removeEventListener('afterprint', after);
    };
  }, [editor]);
  return printing ? createPortal(<Sheet />, document.body) : null;
}

function Sheet() {
  const { info, doc, visible, matched, view } = useReview((state) => state);
  const rows = matched ? visible.filter((id) => matched.has(id)) : visible;
  const { rows: all, done } = progressOf(doc);
  const numbers = new Map(doc.order.map((id, i) => [id, i + 1]));
  const { pair, annotator } = info;
  return (
    <div className={styles.sheet}>
      <h1>{pair.title}</h1>
      <p>
        {languagesOf(doc)}. {info.run.engine_label}, reviewed by {reviewerName(annotator)}: {count(done)} of{' '}
        {plural(all, 'row')}.{isFiltered(view) && ` Only ${plural(rows.length, 'row')}: ${viewWords(doc, view)}.`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">row</th>
            <th scope="col">{sourceWords[doc.kind].whole}</th>
            <th scope="col">{doc.kind !== 'bitext' ? 'talk' : 'target'}</th>
            <th scope="col">state</th>
            <th scope="col">labels</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((id) => (
            <Printed key={id} doc={doc} row={rowOf(doc, id)} number={numbers.get(id) ?? 0} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Printed({ doc, row, number }: { doc: Doc; row: Row; number: number }) {
  const labels = useReview((state) => state.info.labels);
  const p = probabilityOf(row);
  return (
    <tr>
      <td>{number}</td>
      <td lang={doc.sourceLanguage || undefined} dir="auto">
        {sideText(doc, row, 'source') || '—'}
      </td>
      <td lang={doc.targetLanguage || undefined} dir="auto">
        {sideText(doc, row, 'target') || '—'}
        {row.post_edit !== null && (
          <p>
            <b>Post-edit:</b> {row.post_edit || 'empty'}
          </p>
        )}
      </td>
      <td>
        {statusWord[row.status]}
        {row.status === 'proposed' && p !== null && ` ${probability(p)}`}
      </td>
      <td>{labelsOf(row, labels).join(', ')}</td>
    </tr>
  );
}

/** What the printed sheet says of the review, its view and its rows. */
export function labelsOf(row: Row, labels: Labels): string[] {
  const label = (name: string, value: boolean | null) => (value === null ? [] : [`${name} ${value ? 'yes' : 'no'}`]);
  return [
    ...label(judgements.good_align, row.good_align),
    ...label(judgements.good_mt, row.good_mt),
    ...(row.null_reason ? [row.null_reason] : []),
    ...row.tags,
    ...givenLabels(row, labels).map(({ name, text }) => `${name} ${text}`),
    ...(row.flagged ? ['flagged'] : []),
  ];
}

export function viewWords(doc: Doc, view: View): string {
  const filters = filtersFor(doc.kind);
  const words = filters
    .filter(({ key }) => view.filters.includes(key))
    .map(({ key, label }) => (key === 'below' ? `${label} ${probability(view.below)}` : label));
  return [...words, ...(view.query ? [`“${view.query}”`] : [])].join(', ');
}

export function languagesOf({ kind, sourceLanguage, targetLanguage }: Doc): string {
  const [source, target] = [language(sourceLanguage), language(targetLanguage)];
  if (kind === 'bitext') return `${source} to ${target}`;
  const what = kind === 'paper_talk' ? 'Paper and talk' : 'Slides and talk';
  return source === target ? `${what}, ${source}` : `${what}, ${source} and ${target}`;
}
