import { Fragment } from 'react';
import type { HeardRun, HeardSegment } from '@/features/releases/requests/systems';
import classes from './Outputs.module.css';
import { heardAs, rarePieces } from './rates';

/** A segment word by word; where it was heard otherwise, what was said above what was heard. */
export function SegmentWords({ segment }: { segment: HeardSegment }) {
  return segment.runs.map((run, index) => {
    const key = index;
    return (
      <Fragment key={key}>
        {run.letters ? <Wrong run={run} rare={segment.rare} /> : <Said text={run.reference} rare={segment.rare} />}{' '}
      </Fragment>
    );
  });
}

function Said({ text, rare }: { text: string; rare: readonly string[] }) {
  return rarePieces(text, rare).map((piece, index) => {
    const key = index;
    return piece.isRare ? (
      <span key={key} className={classes.rare}>
        {piece.text}
      </span>
    ) : (
      <Fragment key={key}>{piece.text}</Fragment>
    );
  });
}

function Wrong({ run, rare }: { run: HeardRun; rare: readonly string[] }) {
  return (
    <span className={classes.wrong}>
      <span className="vh">{heardAs(run)}</span>
      <span aria-hidden="true" className={classes.pair}>
        {run.reference ? (
          <del>
            <Said text={run.reference} rare={rare} />
          </del>
        ) : (
          <span className={classes.nothing} />
        )}
        {run.heard ? <ins>{run.heard}</ins> : <span className={classes.nothing} />}
      </span>
      <small aria-hidden="true">{run.letters}</small>
    </span>
  );
}
