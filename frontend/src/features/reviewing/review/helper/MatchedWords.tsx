/** The words of a row that its engine takes for translations of each other: reasons that people can check. */

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useEditor, useReview } from '../frame/context';
import type { Doc } from '../model/document';
import { sideText } from '../model/text';
import type { Row } from '../model/types';
import styles from './MatchedWords.module.css';

/** Whoever stays on a row for so long looks at it: rows that are only passed are not asked about. */
const restMilliseconds = 500;

/** Nothing stands here where the engine knows no words, or a side is empty. */
export function MatchedWords({ doc, row }: { doc: Doc; row: Row }) {
  const { data } = useMatchedWords(doc, row);
  if (!data?.known) return null;
  if (data.words.length === 0) return <p className={styles.none}>The engine knows no words that match.</p>;
  return (
    <p className={styles.matched}>
      Words that match:{' '}
      {data.words.map(({ source, target }, at) => (
        <span key={`${source} ${target}`} className={styles.pair}>
          <span lang={doc.sourceLanguage || undefined}>{source}</span> ={' '}
          <span lang={doc.targetLanguage || undefined}>{target}</span>
          {at < data.words.length - 1 ? ', ' : ''}
        </span>
      ))}
    </p>
  );
}

function useMatchedWords(doc: Doc, row: Row) {
  const editor = useEditor();
  const review = useReview((state) => state.info.id);
  const [source, target] = [sideText(doc, row, 'source'), sideText(doc, row, 'target')];
  const [rested, setRested] = useState('');
  const texts = `${row.id}\n${source}\n${target}`;
  useEffect(() => {
    const timer = setTimeout(() => setRested(texts), restMilliseconds);
    return () => clearTimeout(timer);
  }, [texts]);
  // The editor itself asks to sign in again. What is not sent yet is not what the server would answer about.
  const waits = useReview((state) => state.queue.trouble?.kind === 'signed_out' || state.queue.waiting.length > 0);
  return useQuery({
    queryKey: ['reviews', review, 'matched-words', texts],
    queryFn: ({ signal }) => editor.transport.matchedWords(row.id, signal),
    enabled: !waits && source !== '' && target !== '' && rested === texts,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
