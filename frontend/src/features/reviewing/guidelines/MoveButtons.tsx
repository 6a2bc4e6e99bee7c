import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './Guidelines.module.css';

/** An item of a list that can be moved. */
export interface Movable {
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
}

interface MoveButtonsProps extends Movable {
  name: string;
  /** Alt with an arrow does the same. */
  hasKeys?: boolean;
}

/** Moves one of a list up or down. */
export function MoveButtons({ name, isFirst, isLast, hasKeys = false, onMove }: MoveButtonsProps) {
  return ([-1, 1] as const).map((by) => {
    const [way, arrow, Icon] = by < 0 ? (['up', '↑', IconArrowUp] as const) : (['down', '↓', IconArrowDown] as const);
    return (
      <button
        key={by}
        type="button"
        className={classes.icon}
        disabled={by < 0 ? isFirst : isLast}
        aria-label={`Move ${name} ${way}`}
        title={hasKeys ? `Move ${way} (Alt ${arrow})` : undefined}
        onClick={() => onMove(by)}
      >
        <Icon size={15} stroke={1.75} aria-hidden="true" />
      </button>
    );
  });
}
