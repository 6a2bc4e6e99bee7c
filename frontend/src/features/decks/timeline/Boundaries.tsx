import type { KeyboardEvent } from 'react';
import { clock } from '@/lib/format';
import { boundaryWords, endOf, type Timeline } from './model';
import classes from './Timeline.module.css';

interface BoundariesProps {
  timeline: Timeline;
  length: number;
  active: number;
  onMoveStart: ((by: number) => void) | undefined;
}

/** Before and after the active stretch, so many boundaries can be read. */
const around = 25;

/** Where stretches begin, in words; that of the active one is moved by the arrow keys while it has the focus. */
export function Boundaries({ timeline, length, active, onMoveStart }: BoundariesProps) {
  const from = Math.max(1, active - around);
  const shown = timeline.stretches.slice(from, active + around + 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onMoveStart?.(by);
  };
  return shown.map((stretch, at) => {
    const index = from + at;
    const { start } = stretch;
    const words = boundaryWords(stretch);
    const isMoved = index === active && onMoveStart !== undefined;
    return (
      // biome-ignore lint/a11y/useSemanticElements: not a rule between texts
      <div
        key={isMoved ? 'active' : index}
        role="separator"
        aria-orientation="vertical"
        aria-label={words}
        className={classes.boundary}
        style={{ left: `${(start / length) * 100}%` }}
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
