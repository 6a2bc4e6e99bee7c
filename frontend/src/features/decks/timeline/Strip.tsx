import { useElementSize } from '@mantine/hooks';
import { Suspense, useMemo } from 'react';
import { clock } from '@/lib/format';
import { Arcs } from './Arcs';
import { Boundaries } from './Boundaries';
import { FrameRow, InlierBars } from './laterSeen';
import { endOf, isNextStep, pageWords, type StepOf, type Timeline, timesShown, timeWords } from './model';
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
  /** What a search of a recording saw, of which pair. */
  seen?: Seen | undefined;
  pair?: number;
  stepOf: StepOf;
}

/** Seconds between two times below the strip. */
const steps = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];
/** In pixels: between two times, and for a number in a block. */
const tickRoom = 72;
const labelRoom = 26;
/** In pixels, for which time a page is shown. */
const timeRoom = 92;
/** In pixels, for the mark of a step. */
const stepRoom = 7;
/** In pixels, for what was on the screen without a slide. */
const kindRoom = 124;

const none: readonly number[] = [];

/**
 * The whole talk: a block for each stretch with its page, hatched where there is no slide, and arcs to where pages come
 * back. Steps of a slide are one block, with a triangle where each comes on.
 */
export function Strip({
  timeline,
  length,
  doubtful = none,
  active,
  position,
  onSeek,
  onMoveStart,
  seen,
  pair,
  stepOf,
}: StripProps) {
  const { ref, width } = useElementSize();
  const { stretches } = timeline;
  const times = useMemo(() => timesShown(timeline), [timeline]);
  const isStep = useMemo(
    () => stretches.map((_, at) => isNextStep(timeline, at, stepOf)),
    [stretches, timeline, stepOf],
  );
  const paths = useMemo(() => pathsOf(timeline, length, doubtful, isStep), [timeline, length, doubtful, isStep]);
  const blockEnd = (index: number): number =>
    isStep[index + 1] ? blockEnd(index + 1) : endOf(timeline, index, length);
  const room = (index: number) => ((blockEnd(index) - (stretches[index]?.start ?? 0)) / length) * width;
  const share = (seconds: number) => `${(seconds / length) * 100}%`;
  const step = steps.find((each) => (each / length) * width >= tickRoom) ?? length;
  const chosen = active === undefined ? undefined : stretches[active];
  return (
    <section className={classes.strip} aria-label="The whole talk">
      <Suspense>{seen && pair && <FrameRow {...{ pair, seen, length, width }} />}</Suspense>
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
          if (isStep[index]) return null;
          if (room(index) < (page > 0 ? labelRoom : kindRoom) || (page === 0 && !kind)) return null;
          return (
            <b key={`${start} ${index}`} className="num" style={{ left: share(start) }} aria-hidden="true">
              {page > 0 ? page : <i>{pageWords(stretch)}</i>}
              {room(index) >= timeRoom && <small>{timeWords(times[index] ?? null)}</small>}
            </b>
          );
        })}
        <Steps starts={stretches.flatMap(({ start }, at) => (isStep[at] ? [start] : []))} {...{ length, width }} />
        {active !== undefined && (
          <Boundaries timeline={timeline} length={length} active={active} onMoveStart={onMoveStart} />
        )}
      </div>
      <Suspense>{seen && <InlierBars seen={seen} length={length} width={width} />}</Suspense>
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

/** Where steps come on: as many triangles as can be told apart. */
function Steps({ starts, length, width }: { starts: readonly number[]; length: number; width: number }) {
  let last = Number.NEGATIVE_INFINITY;
  return starts.map((start) => {
    const at = (start / length) * width;
    if (at < last + stepRoom) return null;
    last = at;
    return <span key={start} className={classes.step} data-step style={{ left: at }} aria-hidden="true" />;
  });
}

/** Three paths draw any number of stretches. */
function pathsOf(timeline: Timeline, length: number, doubtful: readonly number[], isStep: readonly boolean[]) {
  const block = (index: number) => {
    const start = timeline.stretches[index]?.start ?? 0;
    return `M${start} 0H${endOf(timeline, index, length)}V1H${start}Z`;
  };
  const shown = timeline.stretches.map(({ page }, index) => (page > 0 ? block(index) : ''));
  const edges = timeline.stretches.map(({ start }, index) => (index === 0 || isStep[index] ? '' : `M${start} 0V1`));
  return { shown: shown.join(''), doubtful: doubtful.map(block).join(''), edges: edges.join('') };
}
