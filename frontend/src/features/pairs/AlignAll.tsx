import { Button } from '@mantine/core';
import { useState } from 'react';
import { useStartRun } from '@/api/runs';
import type { Pair } from '@/api/types';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';

/** Starts a run of the best available engine for every listed pair without one: the next step after an import. */
export function AlignAll({ pairs }: { pairs: Pair[] }) {
  const start = useStartRun();
  const [isStarting, setStarting] = useState(false);
  const unaligned = pairs.filter(({ latest_run }) => latest_run === null);
  if (unaligned.length < 2 && !isStarting) return null;
  const startAll = async () => {
    setStarting(true);
    try {
      // One after another: the first refusal stops the rest, and its reason is shown.
      for (const { id } of unaligned) await start.mutateAsync({ pair: id, engine: 'auto', options: {} });
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
        Align {plural(unaligned.length, 'unaligned pair')}
      </Button>
    </>
  );
}
