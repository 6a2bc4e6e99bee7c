/** The terms of a row's source with their renderings, each a button that inserts it where the post-edit is written. */

import { IconCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { insertRendering } from '../editor/postEdit';
import { readOnly } from '../editor/state';
import { useEditor, useKeyText, useReview } from '../frame/context';
import { type Glossary, type Term, written } from '../model/glossary';
import { sideText } from '../model/text';
import type { Row } from '../model/types';
import styles from './Terms.module.css';

interface Props {
  glossary: Glossary;
  row: Row;
  text: string | null;
}

export function TermList({ glossary, row, text }: Props) {
  const doc = useReview((state) => state.doc);
  const source = useMemo(() => sideText(doc, row, 'source'), [doc, row]);
  const terms = useMemo(() => termsIn(glossary, source, text), [glossary, source, text]);
  const { key } = useKeyText();
  const locked = useReview(readOnly) !== null;
  if (terms.length === 0) return null;
  const list = (
    <ul className={styles.terms} aria-label="Terms">
      {terms.map(({ term, isThere }) => (
        <TermItem key={term.id} term={term} mayInsert={text !== null && !locked} isThere={isThere} />
      ))}
    </ul>
  );
  if (text !== null) return list;
  return (
    <section>
      <h2>
        Terms {key('insert_term') && !locked && <small>{key('insert_term')} while post-editing inserts one</small>}
      </h2>
      {list}
    </section>
  );
}

function TermItem({ term, mayInsert, isThere }: { term: Term; mayInsert: boolean; isThere: boolean }) {
  const editor = useEditor();
  const source = useReview((state) => state.doc.sourceLanguage);
  const target = useReview((state) => state.doc.targetLanguage);
  return (
    <li>
      <span className={styles.term} lang={source} dir="auto">
        {term.source}
      </span>
      {term.targets.map((rendering) =>
        mayInsert ? (
          <button
            key={rendering}
            type="button"
            className={styles.rendering}
            lang={target}
            aria-label={`Insert ${written(rendering)}`}
            // The field keeps the focus and its cursor.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insertRendering(editor, rendering)}
          >
            {written(rendering)}
          </button>
        ) : (
          <span key={rendering} className={styles.rendering} lang={target}>
            {written(rendering)}
          </span>
        ),
      )}
      {isThere && <IconCheck className={styles.there} size={14} stroke={2} aria-label="is there" />}
      {term.forbidden.length > 0 && (
        <span className="muted">
          not{' '}
          {term.forbidden.map((rendering, i) => (
            <span key={rendering}>
              {i > 0 && ', '}
              <s lang={target}>{written(rendering)}</s>
            </span>
          ))}
        </span>
      )}
      {term.note && <span className={styles.note}>{term.note}</span>}
    </li>
  );
}

/** The terms of a source, each once, with whether `text` renders them; null where nothing is written. */
export function termsIn(
  glossary: Glossary,
  source: string,
  text: string | null,
): readonly { term: Term; isThere: boolean }[] {
  const terms = [...new Set(glossary.find(source).flatMap((occurrence) => occurrence.terms))];
  const missing = new Set(
    text === null
      ? []
      : glossary
          .faults(source, text)
          .missing.flat()
          .map(({ id }) => id),
  );
  return terms.map((term) => ({ term, isThere: text !== null && term.targets.length > 0 && !missing.has(term.id) }));
}
