/** What is searched for is marked in the texts on the screen. Browsers without highlights show the rows found, unmarked. */

import { useEffect } from 'react';
import { useReview } from './context';

export function useMarkedHits(): void {
  const query = useReview((state) => state.view.query);
  const paperQuery = useReview((state) => state.paperQuery);
  const isSpaceless = useReview((state) => state.doc.spaceless.source);
  useEffect(() => {
    if (!globalThis.CSS?.highlights || !(query || paperQuery)) return;
    let isGone = false;
    let stop: (() => void) | undefined;
    import('./markedHits').then(
      ({ markHits }) => {
        if (!isGone) stop = markHits(query, paperQuery, isSpaceless);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [query, paperQuery, isSpaceless]);
}
