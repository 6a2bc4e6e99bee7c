import { Button } from '@mantine/core';
import { useState } from 'react';
import { useStartRun } from '@/api/runs';
import type { Pair } from '@/api/types';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';

/** Starts a run of the best engine for every talk shown that has none: after an import that is the next step. */
export function AlignAll({ pairs }: { pairs: Pair[] }) {
  const start = useStartRun();
  const [isStarting, setStarting] = useState(false);
  const waiting = pairs.filter(({ latest_run }) => latest_run === null);
  if (waiting.length < 2 && !isStarting) return null;
  const startAll = async () => {
    setStarting(true);
    try {
      // One after the other: the first that is refused stops the rest, and its reason is said.
      for (const { id } of waiting) await start.mutateAsync({ pair: id, engine: 'auto', options: {} });
    } catch {
      // `start` holds the error.
    } finally {
      setStarting(false);
    }
  };
  return (
    <>
      {start.isError && <ErrorNote error={start.error} />}
      <Button data-once loading={isStarting} onClick={() => void startAll()}>
        Align the {plural(waiting.length, 'talk')} that {waiting.length === 1 ? 'is' : 'are'} not aligned
      </Button>
    </>
  );
}
