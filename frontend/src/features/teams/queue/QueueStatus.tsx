import { Button } from '@mantine/core';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import classes from './Queue.module.css';
import type { QueueActs } from './useQueueActs';

/** The result of the last action on the queue, and its failure. */
export function QueueStatus({ acts, isEmpty }: { acts: QueueActs; isEmpty: boolean }) {
  const { given, claiming, undo, isNoneFree, failure } = acts;
  return (
    <>
      <div role="status" className={classes.told}>
        {given && (
          <p>
            <span>
              {given.verb} <b dir="auto">{given.title}</b>.
              {given.nReviewed > 0 && ` Your ${plural(given.nReviewed, 'reviewed row')} are kept.`}
            </span>
            <Button loading={claiming !== null} onClick={() => undo(given)}>
              Undo
            </Button>
          </p>
        )}
        {isNoneFree && isEmpty && <p>No pair is free right now.</p>}
      </div>
      {failure && (
        <div className={classes.failed}>
          <ErrorNote error={failure} />
        </div>
      )}
    </>
  );
}
