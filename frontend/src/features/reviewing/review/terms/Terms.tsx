/** The terms of a row, where the project has a glossary. */

import { lazy, Suspense } from 'react';
import { useReview } from '../frame/context';
import type { Row } from '../model/types';

// Shown once the glossary is here, which is in the same script.
const TermList = lazy(async () => ({ default: (await import('.')).TermList }));

/** `text`: what the post-edit field holds; null where there is no field to insert into. */
export function Terms({ row, text }: { row: Row; text: string | null }) {
  const glossary = useReview((state) => state.glossary);
  if (!glossary) return null;
  return (
    <Suspense>
      <TermList glossary={glossary} row={row} text={text} />
    </Suspense>
  );
}
