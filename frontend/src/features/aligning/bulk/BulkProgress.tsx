import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { BulkAlignment } from '@/api/types';
import { isLive } from '@/api/work';
import { ago, count, dateTime, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Meter } from '@/ui/Meter';
import classes from './Bulk.module.css';
import { useBulkAlignments, useCancelBulk, useRefreshAligned } from './requests';

/** How long after its end the outcome stands above the lists. */
const TOLD_MS = 10 * 60_000;
/** The lists that show what is done are asked for again at most so often. */
const FRESH_MS = 5_000;

/** The bulk alignments of a project that are under way or have just ended, above a list. Nothing where there is none. */
export function BulkProgress({ slug, canCancel }: { slug: string; canCancel: boolean }) {
  const bulks = useBulkAlignments(slug);
  const [hidden, setHidden] = useState<number[]>([]);
  const shown = (bulks.data ?? []).filter((bulk) => (isLive(bulk) || justEnded(bulk)) && !hidden.includes(bulk.id));
  useFreshLists(bulks.data ?? []);
  if (shown.length === 0) return null;
  return (
    <section className={classes.strip} aria-label="Bulk alignments">
      {shown.map((bulk) => (
        <One key={bulk.id} bulk={bulk} canCancel={canCancel} onHide={() => setHidden([...hidden, bulk.id])} />
      ))}
    </section>
  );
}

function One({ bulk, canCancel, onHide }: { bulk: BulkAlignment; canCancel: boolean; onHide: () => void }) {
  const cancel = useCancelBulk();
  const live = isLive(bulk);
  const what = pairsOf(bulk);
  return (
    <div className={classes.one}>
      <p>
        {live ? `Aligning ${what}` : outcome(bulk)}
        <small>
          {live && `${outcome(bulk)} `}
          {bulk.engine_label}, started by {bulk.created_by?.name || bulk.created_by?.username || 'the system'}{' '}
          <span title={dateTime(bulk.created_at)}>{ago(bulk.created_at)}</span>
          {live && !bulk.worker_alive && '. No worker is running; it goes on when one is.'}
        </small>
      </p>
      {live && <Meter value={bulk.progress} label={`Aligning ${what}`} />}
      {live && canCancel && (
        <AskFirst
          verb="Cancel all"
          label={`Cancel aligning ${what}`}
          question="Finished alignments are kept; the rest are not aligned."
          yes="Cancel all"
          no="Go on"
          isPending={cancel.isPending}
          onYes={() => cancel.mutate(bulk.id)}
        />
      )}
      {!live && (
        <Button onClick={onHide} aria-label={`Dismiss: ${outcome(bulk)}`}>
          Dismiss
        </Button>
      )}
      {(cancel.isError || bulk.error) && <ErrorNote error={cancel.error ?? bulk.error} />}
    </div>
  );
}

function justEnded({ finished_at }: BulkAlignment): boolean {
  return finished_at !== null && Date.now() - new Date(finished_at).getTime() < TOLD_MS;
}

/** Asks for the lists again as runs end. */
function useFreshLists(bulks: BulkAlignment[]) {
  const refresh = useRefreshAligned();
  const seen = useRef<{ ended: number; live: boolean; at: number } | null>(null);
  const ended = bulks.reduce((sum, bulk) => sum + bulk.n_succeeded + bulk.n_failed + bulk.n_cancelled, 0);
  const live = bulks.some(isLive);
  useEffect(() => {
    const before = seen.current;
    const now = Date.now();
    if (before === null) {
      seen.current = { ended, live, at: now };
    } else if (ended !== before.ended && (now - before.at > FRESH_MS || !live)) {
      seen.current = { ended, live, at: now };
      refresh();
    }
  }, [ended, live, refresh]);
}

/** "9,812 pairs" */
function pairsOf({ n_pairs }: BulkAlignment): string {
  return plural(n_pairs, 'pair');
}

/** "Cancelled: 204 of 9,812 pairs aligned, 12 skipped, 3 failed." What is not there is not said. */
function outcome(bulk: BulkAlignment): string {
  const { state, n_succeeded, n_skipped, n_failed, n_cancelled, n_refused } = bulk;
  const first = { queued: '', running: '', finished: 'Done: ', cancelled: 'Cancelled: ', failed: 'Failed: ' }[state];
  const parts = [
    `${count(n_succeeded)} of ${pairsOf(bulk)} aligned`,
    n_skipped > 0 && `${count(n_skipped)} skipped`,
    n_failed > 0 && `${count(n_failed)} failed`,
    state !== 'cancelled' && n_cancelled > 0 && `${count(n_cancelled)} cancelled`,
    n_refused > 0 && `${count(n_refused)} cannot be aligned`,
  ];
  return `${first}${parts.filter(Boolean).join(', ')}.`;
}
