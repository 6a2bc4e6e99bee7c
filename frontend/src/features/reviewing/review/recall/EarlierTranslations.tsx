/** What rows with the same source were translated as, offered for the active row. */

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { insertText } from '../editor/recalling';
import { readOnly } from '../editor/state';
import { useEditor, useKeyText, useReview } from '../frame/context';
import { offlineOf, rowOf } from '../model/document';
import { sideText } from '../model/text';
import styles from './Recall.module.css';

/** Nothing stands here unless there is something: most rows say what was never said before. */
export function EarlierTranslations({ row }: { row: string }) {
  const { data } = useMemory(row, false);
  const language = useReview((state) => state.doc.targetLanguage);
  const { key } = useKeyText();
  if (!data || data.rows.length === 0) return null;
  return (
    <section>
      <h2>
        Earlier {data.rows.length === 1 ? 'translation' : 'translations'}{' '}
        {key('use_memory') && (
          <small>
            <kbd>{key('use_memory')}</kbd> to start from {data.rows.length === 1 ? 'it' : 'the first'}
          </small>
        )}
      </h2>
      <ol className={styles.earlier}>
        {data.rows.map(({ row: id, translation, title, post_edit: edited }) => (
          <li key={id}>
            <p lang={language || undefined} dir="auto">
              {translation}
            </p>
            <small>
              {edited === null ? '' : 'post-edit, '}
              {title}
            </small>
            <TakeText row={row} text={translation}>
              Use
            </TakeText>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** `text`: what the field shows, which is not offered again. */
export function Suggestions({ row, text }: { row: string; text: string }) {
  const { key } = useKeyText();
  const { data } = useMemory(row, true);
  const language = useReview((state) => state.doc.targetLanguage);
  const offline = useReview(({ doc }) =>
    doc.kind === 'bitext' && doc.rows.has(row) ? offlineOf(doc, rowOf(doc, row)) : '',
  );
  const offers = offersOf(data?.rows ?? [], offline, text);
  return (
    <ul className={styles.offers} aria-label="To start from">
      {offers.map(({ id, name, text: offered, action }) => (
        <li key={id}>
          <span className={styles.name} title={name}>
            {id === 'offline' ? 'Offline' : 'Earlier'}
          </span>
          <span className={styles.said} lang={language || undefined} dir="auto" title={name}>
            {offered}
          </span>
          <TakeText row={row} text={offered}>
            Start from it {action && key(action) && <kbd>{key(action)}</kbd>}
          </TakeText>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  row: string;
  text: string;
  children: ReactNode;
}

/** A button that puts a text into the post-edit field. */
function TakeText({ row, text, children }: Props) {
  const editor = useEditor();
  const locked = useReview(readOnly) !== null;
  if (locked) return null;
  return (
    <button
      type="button"
      className={styles.take}
      title="Puts it into the post-edit; nothing is saved yet"
      // What is seen comes first: a voice names the button by it.
      aria-label={`${children === 'Use' ? 'Use: ' : ''}start the post-edit from: ${text}`}
      onClick={() => insertText(editor, row, text)}
    >
      {children}
    </button>
  );
}

/** What a post-edit can start from instead of the aligned text. */

export interface Offer {
  id: string;
  name: string;
  text: string;
  /** The action whose key takes it. */
  action: 'use_memory_here' | 'use_offline' | null;
}

/** Earlier translations, the first of which has a key, and the offline one; what the field shows already is left out. */
export function offersOf(
  earlier: readonly { row: string; translation: string; title: string }[],
  offline: string,
  shown: string,
): readonly Offer[] {
  const all: Offer[] = [
    ...earlier.map(({ row, translation, title }, at) => ({
      id: row,
      name: `Earlier, in ${title}`,
      text: translation,
      action: at === 0 ? ('use_memory_here' as const) : null,
    })),
    ...(offline ? [{ id: 'offline', name: 'Offline', text: offline, action: 'use_offline' as const }] : []),
  ];
  return all.filter(({ text }) => text !== shown);
}

/** Whoever stays on a row for so long looks at it: rows that are only passed are not asked about. */
const restMilliseconds = 500;
const freshMilliseconds = 5 * 60_000;

/** What rows with the same source as this one were translated as. */
function useMemory(row: string, isOpened: boolean) {
  const editor = useEditor();
  const review = useReview((state) => state.info.id);
  const isBitext = useReview((state) => state.doc.kind === 'bitext');
  const source = useReview((state) =>
    state.doc.rows.has(row) ? sideText(state.doc, rowOf(state.doc, row), 'source') : '',
  );
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(row), restMilliseconds);
    return () => clearTimeout(timer);
  }, [row]);
  // The editor itself asks to sign in again, where edits could not be sent: a refusal of this would ask a second time.
  const isOut = useReview((state) => state.queue.trouble?.kind === 'signed_out');
  return useQuery({
    // An edit that leaves the source as it is leaves the answer as it is, but for the server's rows, which are looked up.
    queryKey: ['reviews', review, 'memory', row, source],
    queryFn: ({ signal }) => editor.transport.memory(row, signal),
    enabled: !isOut && isBitext && source !== '' && (isOpened || rested === row),
    staleTime: freshMilliseconds,
    retry: false,
  });
}
