import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { clock } from '@/lib/format';
import { boundaryWords, endOf, type Timeline } from './model';
import classes from './Timeline.module.css';

interface BoundariesProps {
  timeline: Timeline;
  length: number;
  active: number;
  /** Moves the start of a stretch by some seconds. */
  onMoveStart: ((index: number, by: number) => void) | undefined;
}

/** Before and after the active stretch, so many boundaries can be read. */
const around = 25;

/**
 * Where stretches begin, in words. Each is dragged; that of the active one is moved by the arrow keys too, while it has
 * the focus.
 */
export function Boundaries({ timeline, length, active, onMoveStart }: BoundariesProps) {
  const from = Math.max(1, active - around);
  const shown = timeline.stretches.slice(from, active + around + 1);
  const drag = useDrag(timeline, length, onMoveStart);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onMoveStart?.(active, by);
  };
  return shown.map((stretch, at) => {
    const index = from + at;
    const start = drag.at(index) ?? stretch.start;
    const words = boundaryWords({ ...stretch, start });
    const canMove = onMoveStart !== undefined;
    const isMoved = index === active && canMove;
    return (
      // biome-ignore lint/a11y/useSemanticElements: not a rule between texts
      <div
        key={isMoved ? 'active' : index}
        role="separator"
        aria-orientation="vertical"
        aria-label={words}
        title={canMove ? `${words}; drag to move` : undefined}
        className={classes.boundary}
        data-dragged={drag.at(index) !== null || undefined}
        style={{ left: `${(start / length) * 100}%` }}
        {...(canMove && drag.handlers(index))}
        {...(isMoved && {
          tabIndex: 0,
          'aria-valuemin': Math.round(timeline.stretches[index - 1]?.start ?? 0),
          'aria-valuemax': Math.round(endOf(timeline, index, length)),
          'aria-valuenow': Math.round(start),
          'aria-valuetext': clock(start),
          onKeyDown,
        })}
      />
    );
  });
}

/** A boundary under the pointer; the timeline changes once it is let go. */
function useDrag(timeline: Timeline, length: number, onMoveStart: BoundariesProps['onMoveStart']) {
  const [dragged, setDragged] = useState<{ index: number; seconds: number } | null>(null);
  const startOf = (index: number) => timeline.stretches[index]?.start ?? 0;
  return {
    at: (index: number) => (dragged?.index === index ? dragged.seconds : null),
    handlers: (index: number) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setDragged({ index, seconds: startOf(index) });
      },
      onPointerMove: ({ currentTarget, clientX }: PointerEvent) => {
        const track = currentTarget.parentElement?.getBoundingClientRect();
        if (dragged?.index !== index || !track?.width) return;
        const seconds = ((clientX - track.left) / track.width) * length;
        const least = startOf(index - 1);
        const most = endOf(timeline, index, length);
        setDragged({ index, seconds: Math.min(most, Math.max(least, Math.round(seconds * 10) / 10)) });
      },
      onPointerUp: () => {
        const by = dragged?.index === index ? dragged.seconds - startOf(index) : 0;
        setDragged(null);
        if (by) onMoveStart?.(index, by);
      },
      onPointerCancel: () => setDragged(null),
      // A boundary is no place to go to.
      onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
    }),
  };
}
