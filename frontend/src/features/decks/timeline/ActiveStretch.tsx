import type { CSSProperties, ReactNode } from 'react';
import type { DeckPage } from '@/api/decks';
import { capital, clock } from '@/lib/format';
import { PagePicture } from '@/ui/large/PagePicture';
import { pageWords, type Stretch } from './model';
import classes from './Timeline.module.css';

interface ActiveStretchProps {
  stretch: Stretch;
  end: number;
  /** "2nd time, step 2 of 3" */
  which: string;
  pages: readonly DeckPage[];
  /** What the page says. */
  text: string;
  language: string;
  /** Of the recording, where one was searched. */
  frame: ReactNode;
  /** What lies over the page. */
  over: ReactNode;
  /** What lies over frame and page. */
  points: ReactNode;
}

/** The page of a stretch, large. */
export function ActiveStretch({ stretch, end, which, pages, text, language, frame, over, points }: ActiveStretchProps) {
  const { page: number, start } = stretch;
  const page = pages.find((each) => each.number === number);
  const first = pages.find(({ width, height }) => width && height);
  const [width, height] = [page?.width ?? first?.width ?? 16, page?.height ?? first?.height ?? 9];
  const shape = { '--shape': width / height } as CSSProperties;
  return (
    <>
      <p className={classes.activeHead} role="status">
        <b>{capital(pageWords(stretch))}</b> {number > 0 && [`of ${pages.length}`, which].filter(Boolean).join(', ')}
        <small className="num">
          {clock(start)} to {clock(end)}
        </small>
      </p>
      <div className={frame ? classes.both : undefined}>
        {frame}
        {page ? (
          <div className={classes.picture} style={shape}>
            <PagePicture
              key={number}
              number={number}
              picture={page.picture}
              size={[width, height]}
              text={text}
              language={language}
            />
            {over}
          </div>
        ) : (
          <div className={`${classes.picture} ${classes.none}`} style={shape}>
            {stretch.kind ? capital(pageWords(stretch)) : 'No slide: the speaker, a demo, a video'}
            {over}
          </div>
        )}
        {points}
      </div>
    </>
  );
}
