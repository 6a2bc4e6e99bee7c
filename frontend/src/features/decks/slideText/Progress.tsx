import { Button } from '@mantine/core';
import type { Document } from '@/api/types';
import { isLive } from '@/api/work';
import { dateTime } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Meter } from '@/ui/Meter';
import { type SlideText, useReadSlides, useRemoveSlideText } from './requests';
import classes from './SlideText.module.css';

interface ProgressProps {
  document: Document;
  text: SlideText;
  mayRead: boolean;
}

/** How far a worker is with the text of a deck, or how that ended. */
export function Progress({ document, text, mayRead }: ProgressProps) {
  const { work } = text;
  const stop = useRemoveSlideText(document.id);
  const again = useReadSlides(document.id);
  if (!work || (work.state === 'done' && work.job === 'read')) return null;
  if (work.state === 'done') {
    return (
      <p className={classes.note} role="status">
        {work.message || `Stored as version ${document.version} of the deck.`}{' '}
        {work.finished_at && <small>{dateTime(work.finished_at)}</small>}
      </p>
    );
  }
  const words = work.job === 'store' ? 'Storing the next version' : 'Reading the slides';
  if (isLive(work)) {
    return (
      <div className={classes.progress}>
        <span>{words}</span>
        <Meter value={work.progress} label={words} text={work.message || 'Waiting for a worker'} />
        <span className="soft">You can leave this page.</span>
        {mayRead && (
          <Button loading={stop.isPending} onClick={() => stop.mutate()}>
            Cancel
          </Button>
        )}
        {stop.isError && <ErrorNote error={stop.error} />}
      </div>
    );
  }
  return (
    <div className={classes.progress}>
      {work.state === 'failed' ? <ErrorNote error={work.error} /> : <span>{words} was cancelled.</span>}
      {mayRead && work.job === 'read' && (
        <Button
          loading={again.isPending}
          onClick={() => again.mutate({ pictures: work.pictures, options: text.options })}
        >
          Go on reading
        </Button>
      )}
      {again.isError && <ErrorNote error={again.error} />}
    </div>
  );
}
