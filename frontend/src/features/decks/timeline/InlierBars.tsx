import { useMemo } from 'react';
import classes from './Seen.module.css';
import { mostInEach, type Seen } from './seen';

interface InlierBarsProps {
  seen: Seen;
  /** Of the talk, in seconds. */
  length: number;
  /** In pixels. */
  width: number;
}

/** More points of a page are not counted. */
const most = 100;
/** In pixels. */
const barRoom = 3;

/** How well the best page fits each second of a recording. */
export function InlierBars({ seen, length, width }: InlierBarsProps) {
  const { inliers, limit } = seen;
  const bars = useMemo(() => {
    const values = mostInEach(inliers, Math.floor(width / barRoom));
    const step = inliers.length / Math.max(1, values.length);
    return values.map((value, at) => `M${at * step} 100H${(at + 1) * step}V${most - value}H${at * step}Z`).join('');
  }, [inliers, width]);
  if (inliers.length === 0) return null;
  return (
    <div className={classes.bars} title="Inliers a second: points of a frame that lie where its page has them">
      <svg viewBox={`0 0 ${length} ${most}`} preserveAspectRatio="none" aria-hidden="true">
        <path className={classes.bar} d={bars} />
        <path className={classes.limit} d={`M0 ${most - limit}H${length}`} />
      </svg>
      <span className="soft">Inliers a second; under the dashed line, at {limit}, a page is as likely as no slide</span>
    </div>
  );
}
