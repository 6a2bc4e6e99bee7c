import { Fragment, type ReactNode, useState } from 'react';
import classes from './PagePicture.module.css';

interface PagePictureProps {
  number: number;
  /** The address of the picture, or of the thumbnail in a strip; null where there is none. */
  picture: string | null;
  /** Of the picture in pixels, for its place before it is there. */
  size: readonly [width: number, height: number];
  /** What the page says: shown on white where it has no picture. */
  text: string;
  language?: string;
  /** In a strip, whose buttons say which page it is: it loads when it comes into view, and says nothing itself. */
  isThumbnail?: boolean;
  /** How a line of the text is drawn. */
  draw?: (line: string) => ReactNode;
}

/**
 * A page of a deck as it looked; without a picture, its text on white, and hatched where it has none. It stays light in
 * the dark scheme.
 */
export function PagePicture({
  number,
  picture,
  size,
  text,
  language,
  isThumbnail = false,
  draw = (line) => line,
}: PagePictureProps) {
  const [lost, setLost] = useState<string | null>(null);
  const [width, height] = size;
  const style = { aspectRatio: `${width} / ${height}` };
  if (picture !== null && picture !== lost) {
    return (
      <img
        className={classes.page}
        style={style}
        src={picture}
        width={width}
        height={height}
        alt={isThumbnail ? '' : `Page ${number}: ${text.split('\n')[0] || 'no text'}`}
        loading={isThumbnail ? 'lazy' : 'eager'}
        decoding="async"
        onError={() => setLost(picture)}
      />
    );
  }
  const [title = '', ...lines] = text.split('\n');
  return (
    <div
      className={`${classes.page} ${isThumbnail ? classes.small : classes.text} ${text ? '' : classes.empty}`}
      style={style}
    >
      <div lang={language || undefined} dir="auto">
        <p className={classes.title}>{title ? draw(title) : isThumbnail ? '' : 'No text on this page'}</p>
        {!isThumbnail && (
          <p className={classes.lines}>
            {lines.map((line, at) => (
              <Fragment key={at}>
                {at > 0 && '\n'}
                {draw(line)}
              </Fragment>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}
