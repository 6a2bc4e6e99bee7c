import classes from './SpotChecks.module.css';
import type { Judging } from './useJudging';

const said = { '': 'not judged', right: 'right', faulty: 'faulty' } as const;

/** All that was drawn, by its number, with what was said of it. */
export function Places({ judging }: { judging: Judging }) {
  return (
    <ol className={classes.places} aria-label="What was drawn">
      {judging.items.map(({ position, verdict }, at) => (
        <li key={position}>
          <button
            type="button"
            aria-label={`${position + 1}, ${said[verdict]}`}
            aria-current={at === judging.active ? 'step' : undefined}
            data-verdict={verdict || undefined}
            onClick={() => judging.go(at)}
          >
            {position + 1}
          </button>
        </li>
      ))}
    </ol>
  );
}
