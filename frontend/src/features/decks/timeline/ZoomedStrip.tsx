import { Button } from '@mantine/core';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { usePageKeys } from '@/lib/usePageKeys';
import { keys } from './keys';
import { Strip } from './Strip';
import classes from './Timeline.module.css';

/** How many times as wide as the window the talk is drawn. */
const zooms = [1, 2, 4, 8, 16, 32] as const;

/** The whole talk, or drawn larger: then it scrolls with the position, and a line above it keeps the whole in view. */
export function ZoomedStrip(props: ComponentProps<typeof Strip>) {
  const { length, position = 0, onSeek } = props;
  const [level, setLevel] = useState(0);
  const [from, setFrom] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const zoom = zooms[level] ?? 1;
  const change = (by: 1 | -1) => setLevel((level) => Math.min(zooms.length - 1, Math.max(0, level + by)));
  usePageKeys({ larger: keys.larger, smaller: keys.smaller }, { larger: () => change(1), smaller: () => change(-1) });
  useEffect(() => {
    const { current } = scroller;
    if (!current || zoom === 1) return;
    const at = (position / length) * current.scrollWidth;
    const isSeen = current.scrollLeft < at && at < current.scrollLeft + current.clientWidth;
    if (!isSeen) current.scrollLeft = at - current.clientWidth / 2;
  }, [position, length, zoom]);
  return (
    <div className={classes.zoomed}>
      <fieldset className={classes.zoom} aria-label="Size of the talk below">
        {zoom > 1 && (
          // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; keys move too
          // biome-ignore lint/a11y/useKeyWithClickEvents: the page has the keys
          <div
            className={classes.overview}
            title="The whole talk, and the part of it that is drawn below"
            onClick={({ currentTarget, clientX }) => {
              const { left, width } = currentTarget.getBoundingClientRect();
              onSeek?.(((clientX - left) / width) * length);
            }}
          >
            <i style={{ left: `${from * 100}%`, width: `${100 / zoom}%` }} />
            <b style={{ left: `${(position / length) * 100}%` }} />
          </div>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label="Smaller"
          disabled={level === 0}
          onClick={() => change(-1)}
        >
          −
        </Button>
        <output className="num">{zoom}×</output>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label="Larger"
          disabled={level === zooms.length - 1}
          onClick={() => change(1)}
        >
          +
        </Button>
      </fieldset>
      <div
        ref={scroller}
        className={classes.scroller}
        onScroll={({ currentTarget }) => setFrom(currentTarget.scrollLeft / currentTarget.scrollWidth)}
      >
        <div style={{ width: `${zoom * 100}%` }}>
          <Strip {...props} />
        </div>
      </div>
    </div>
  );
}
