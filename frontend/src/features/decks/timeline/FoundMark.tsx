import { IconCircleCheck, IconCircleDashedCheck } from '@tabler/icons-react';
import { ConfidenceMark } from '@/ui/Confidence';
import classes from './Timeline.module.css';

interface FoundMarkProps {
  /** Undefined where a person has set or accepted the stretch. */
  confidence: number | undefined;
  isDoubtful: boolean;
}

/** Who says that a stretch is right: a person, the search by itself, or nobody yet. */
export function FoundMark({ confidence, isDoubtful }: FoundMarkProps) {
  const words = confidence === undefined ? 'set by a person' : isDoubtful ? 'doubtful' : 'accepted by itself';
  const Tick = confidence === undefined ? IconCircleCheck : IconCircleDashedCheck;
  return (
    <span className={classes.mark} data-doubtful={isDoubtful || undefined} title={words}>
      {confidence !== undefined && <ConfidenceMark value={confidence} />}
      {!isDoubtful && <Tick size={16} stroke={1.75} aria-hidden="true" />}
      <span className="vh">, {words}</span>
    </span>
  );
}
