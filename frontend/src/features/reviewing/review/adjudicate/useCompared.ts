/** The comparison of an adjudication's reviews, with the names of annotators where they are asked for and may be seen. */

import { useRef, useState } from 'react';
import { useCompareAgain, useComparison } from '@/features/reviewing/requests/adjudications';
import { useReview } from '../frame/context';

export function useCompared() {
  const id = useReview((state) => state.info.id);
  const now = useReview((state) => state.doc.state);
  // The server tells the names once it knows that the adjudication is submitted, which the page shows before.
  const isSaved = useReview(({ queue }) => queue.waiting.length === 0 && queue.sending === 0);
  const known = useRef(now);
  if (isSaved) known.current = now;
  const [withNames, setWithNames] = useState(false);
  const comparison = useComparison(id, known.current, withNames);
  return { comparison, again: useCompareAgain(id), withNames, setWithNames };
}
