import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { clock } from '@/lib/format';
import { Arcs } from './Arcs';
import { Boundaries } from './Boundaries';
import { InlierBars } from './InlierBars';
import { endOf, pageWords, type Timeline, timesShown, timeWords } from './model';
import type { Seen } from './seen';
import classes from './Timeline.module.css';

interface StripProps {
  timeline: Timeline;
  /** Of the talk, in seconds. */
  length: number;
  /** Positions of stretches that somebody should look at. */
  doubtful?: readonly number[];
  /** Undefined where nothing can be chosen. */
  active?: number;
  position?: number;
  onSeek?: (seconds: number) => void;
  /** Undefined where it can only be read. */
  onMoveStart?: ((index: number, by: number) => void) | undefined;
  /** What a search of a recording saw. */
  seen?: Seen | undefined;
}

/** Seconds between two times below the strip. */
const steps = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];
/** In pixels: between two times, and for a number in a block. */
const tickRoom = 72;
const labelRoom = 26;
/** In pixels, for which time a page is shown. */
const timeRoom = 92;
/** In pixels, for what was on the screen without a slide. */
const kindRoom = 124;

const none: readonly number[] = [];

/**
 * The whole talk: a block for each stretch with its page, hatched where there is no slide, and arcs to where pages come
 * back.
 */
export function Strip({ timeline, length, doubtful = none, active, position, onSeek, onMoveStart, seen }: StripProps) {
  const { ref, width } = useElementSize();
  const { stretches } = timeline;
  const times = useMemo(() => timesShown(timeline), [timeline]);
  const paths = useMemo(() => pathsOf(timeline, length, doubtful), [timeline, length, doubtful]);
  const room = (index: number) => ((endOf(timeline, index, length) - (stretches[index]?.start ?? 0)) / length) * width;
  const share = (seconds: number) => `${(seconds / length) * 100}%`;
  const step = steps.find((each) => (each / length) * width >= tickRoom) ?? length;
  const chosen = active === undefined ? undefined : stretches[active];
  return (
    <section className={classes.strip} aria-label="The whole talk">
      <Arcs timeline={timeline} length={length} active={active} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; keys move too */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the page has the keys */}
      <div
        ref={ref}
        className={classes.track}
        onClick={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          if (width > 0) onSeek?.(((event.clientX - left) / width) * length);
        }}
      >
        <svg viewBox={`0 0 ${length} 1`} preserveAspectRatio="none" aria-hidden="true">
          <path className={classes.shown} d={paths.shown} />
          {chosen && active !== undefined && (
            <rect
              className={classes.chosen}
              x={chosen.start}
              width={endOf(timeline, active, length) - chosen.start}
              height={1}
            />
          )}
          <path className={classes.edges} d={paths.edges} strokeWidth={width / stretches.length < 8 ? 0.5 : 2} />
          <path className={classes.doubtful} d={paths.doubtful} />
          {position !== undefined && <path className={classes.here} d={`M${position} 0V1`} />}
        </svg>
        {stretches.map((stretch, index) => {
          const { page, start, kind } = stretch;
          if (room(index) < (page > 0 ? labelRoom : kindRoom) || (page === 0 && !kind)) return null;
          return (
            <b key={`${start} ${index}`} className="num" style={{ left: share(start) }} aria-hidden="true">
              {page > 0 ? page : <i>{pageWords(stretch)}</i>}
              {room(index) >= timeRoom && <small>{timeWords(times[index] ?? null)}</small>}
            </b>
          );
        })}
        {active !== undefined && (
          <Boundaries timeline={timeline} length={length} active={active} onMoveStart={onMoveStart} />
        )}
      </div>
      {seen && <InlierBars seen={seen} length={length} width={width} />}
      <div className={classes.ticks} aria-hidden="true">
        {Array.from({ length: Math.ceil(length / step) }, (_, index) => (
          <span key={index} className="num" style={{ left: share(index * step) }}>
            {clock(index * step)}
          </span>
        ))}
      </div>
    </section>
  );
}

/** Three paths draw any number of stretches. */
function pathsOf(timeline: Timeline, length: number, doubtful: readonly number[]) {
  const block = (index: number) => {
    const start = timeline.stretches[index]?.start ?? 0;
    return `M${start} 0H${endOf(timeline, index, length)}V1H${start}Z`;
  };
  const shown = timeline.stretches.map(({ page }, index) => (page > 0 ? block(index) : ''));
  const edges = timeline.stretches.slice(1).map(({ start }) => `M${start} 0V1`);
  return { shown: shown.join(''), doubtful: doubtful.map(block).join(''), edges: edges.join('') };
}
