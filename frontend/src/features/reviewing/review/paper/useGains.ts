import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useReview } from '../frame/context';
import { framesOf } from '../model/deck';

export type Gains = ReadonlyMap<string, number>;
type Scorer = typeof import('../deck/Deck').keysOf;

/** Of a talk with slides: by its chip, what each sentence of a row adds to the key sentences of its page. */
export function useGains(): (row: string) => Gains | null {
  const doc = useDeferredValue(useReview((state) => state.doc));
  const { keyOptions } = doc;
  const [scorer, setScorer] = useState<Scorer | null>(null);
  useEffect(() => {
    // Without it, rows are shown without figures.
    if (keyOptions)
      import('../deck/Deck').then(
        ({ keysOf }) => setScorer(() => keysOf),
        () => undefined,
      );
  }, [keyOptions]);
  const frames = useMemo(
    () => new Map(scorer ? framesOf(doc).flatMap((frame) => frame.rows.map((row) => [row, frame] as const)) : []),
    [scorer, doc],
  );
  return useCallback(
    (row) => {
      const frame = frames.get(row);
      return frame && scorer && keyOptions ? scorer(doc, frame, keyOptions).gains : null;
    },
    [frames, scorer, keyOptions, doc],
  );
}
