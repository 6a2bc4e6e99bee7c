import { isDoubtful } from './model';
import { placed } from './placed';
import type { Block } from './requests';
import classes from './SlideText.module.css';
import type { BoxMode } from './useBoxMode';

interface BlockBoxProps {
  block: Block;
  box: readonly number[];
  size: readonly [number, number];
  language: string;
  /** In the reading order; null where it is left out. */
  number: number | null;
  isActive: boolean;
  mode: BoxMode | null;
  canMove: boolean;
  /** Drawn in its place; empty for none. */
  text: string;
  onOpen: () => void;
  onEdit: () => void;
}

/** The box of a block on the picture of its slide. */
export function BlockBox({
  block,
  box,
  size,
  language,
  number,
  isActive,
  mode,
  canMove,
  text,
  onOpen,
  onEdit,
}: BlockBoxProps) {
  const name = `${number === null ? 'Left out' : `Block ${number}`}: ${block.text || 'no text'}`;
  return (
    <button
      type="button"
      className={classes.box}
      style={placed(box, size)}
      aria-label={name}
      aria-current={isActive ? 'step' : undefined}
      data-dashed={block.left_out || isDoubtful(block) || undefined}
      data-doubtful={isDoubtful(block) || undefined}
      data-mode={mode ?? undefined}
      data-text={text !== '' || undefined}
      data-box={canMove ? 'move' : undefined}
      tabIndex={-1}
      onClick={onOpen}
      onDoubleClick={onEdit}
    >
      {number !== null && <b>{number}</b>}
      {text !== '' && (
        <span lang={language || undefined} dir="auto">
          {text}
        </span>
      )}
      {canMove && <i data-box="size" />}
    </button>
  );
}
