/** Where one is in the round: a square for each row, with a tick or a cross. */

import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { count, languageCodes, plural } from '@/lib/format';
import { isTrial, type Outcome, type Round } from './requests';
import classes from './Training.module.css';

interface RoundHeaderProps {
  slug: string;
  project: string;
  round: Round;
  outcomes: ReadonlyMap<number, Outcome>;
  current: number | null;
}

export function RoundHeader({ slug, project, round, outcomes, current }: RoundHeaderProps) {
  const answered = [...outcomes.values()];
  const right = answered.filter(({ is_right }) => is_right).length;
  const at =
    round.items.find(({ id }) => id === current)?.position ?? Math.min(answered.length + 1, round.items.length);
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        <span dir="auto">{project}</span> <span aria-hidden="true">/</span>
        <h1>Training round</h1>
        <span className="soft">
          {languageCodes(round.source_language, round.target_language)} · {plural(round.items.length, 'row')} with known
          answers
        </span>
        <span className="grow" />
        <span>
          {count(right)} of {count(answered.length)} right
        </span>
        <ol className={classes.squares} aria-label="Rows of the round">
          {round.items.map((item) => (
            <Square
              key={item.id}
              position={item.position}
              outcome={outcomes.get(item.id)}
              isAt={item.position === at}
            />
          ))}
        </ol>
        {isTrial(round) ? (
          <Link to={`/p/${slug}/reviews/training`}>End the trial</Link>
        ) : (
          <Link to={`/p/${slug}/queue`}>Leave, go on later</Link>
        )}
      </div>
      <div className={classes.second}>
        <span>
          Row <b>{at}</b> of {round.items.length}
        </span>
        <span>{count(round.n_needed)} right lets you start</span>
        <span className="grow" />
        <span className="soft">
          {isTrial(round) ? 'A trial: nothing is stored.' : 'Practice: nothing here gets into the data.'}
        </span>
      </div>
    </header>
  );
}

function Square({ position, outcome, isAt }: { position: number; outcome: Outcome | undefined; isAt: boolean }) {
  const state = outcome ? (outcome.is_right ? 'right' : 'not right') : isAt ? 'now' : 'to come';
  return (
    <li data-state={state} aria-label={`Row ${position}: ${state}`} aria-current={isAt ? 'step' : undefined}>
      {outcome && (outcome.is_right ? <IconCheck size={12} stroke={2.5} /> : <IconX size={12} stroke={2.5} />)}
    </li>
  );
}
