/** What rows with the same source as this one were translated as. */

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useEditor, useReview } from '../frame/context';
import { rowOf } from '../model/document';
import { sideText } from '../model/text';

/** Whoever stays on a row for so long looks at it: rows that are only passed are not asked about. */
const restMilliseconds = 500;
const freshMilliseconds = 5 * 60_000;

export function useMemory(row: string, isOpened: boolean) {
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
