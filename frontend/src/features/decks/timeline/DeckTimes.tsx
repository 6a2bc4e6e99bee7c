import type { DeckPage } from '@/api/decks';
import { clock } from '@/lib/format';
import { PagePicture } from '@/ui/large/PagePicture';
import { startsByPage, type Timeline } from './model';
import classes from './Timeline.module.css';

interface DeckTimesProps {
  pages: readonly DeckPage[];
  timeline: Timeline;
  language: string;
}

/** Each page with the times at which it comes on. */
export function DeckTimes({ pages, timeline, language }: DeckTimesProps) {
  const starts = startsByPage(timeline);
  const first = pages.find(({ width, height }) => width && height);
  return (
    <ol className={classes.deck}>
      {pages.map(({ number, thumbnail, title, width, height }) => {
        const times = starts.get(number);
        return (
          <li key={number}>
            <PagePicture
              number={number}
              picture={thumbnail}
              size={[width ?? first?.width ?? 16, height ?? first?.height ?? 9]}
              text={title}
              language={language}
              isThumbnail
            />
            <b className="num">{number}</b>{' '}
            {times ? (
              <span className="num">{times.map(clock).join(', ')}</span>
            ) : (
              <span className={classes.never}>never shown</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
