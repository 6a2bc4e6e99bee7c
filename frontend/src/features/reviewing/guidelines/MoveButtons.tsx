import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './Guidelines.module.css';

interface MoveButtonsProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  /** Alt with an arrow does the same. */
  hasKeys?: boolean;
  onMove: (by: -1 | 1) => void;
}

/** Moves one of a list up or down. */
export function MoveButtons({ name, isFirst, isLast, hasKeys = false, onMove }: MoveButtonsProps) {
  return (
    <>
      <button
        type="button"
        className={classes.icon}
        disabled={isFirst}
        aria-label={`Move ${name} up`}
        title={hasKeys ? 'Move up (Alt ↑)' : undefined}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={15} stroke={1.75} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={classes.icon}
        disabled={isLast}
        aria-label={`Move ${name} down`}
        title={hasKeys ? 'Move down (Alt ↓)' : undefined}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={15} stroke={1.75} aria-hidden="true" />
      </button>
    </>
  );
}
