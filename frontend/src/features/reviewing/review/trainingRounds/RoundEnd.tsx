/** The end of a round: how many are right, how many were needed, what to look at once more, and one thing to do next. */

import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { count, plural } from '@/lib/format';
import { useTitle } from '@/lib/useTitle';
import { textOf } from './content';
import type { Item, Outcome, Round } from './requests';
import classes from './Training.module.css';

interface RoundEndProps {
  slug: string;
  round: Round;
  onAgain: () => void;
  onLook: (item: number) => void;
}

export function RoundEnd({ slug, round, onAgain, onLook }: RoundEndProps) {
  const n = round.items.length;
  const title = `${round.passed ? 'Passed' : 'Not passed'}: ${count(round.n_right)} of ${plural(n, 'row')} right`;
  useTitle(title);
  const missed = round.items.filter(({ outcome }) => !outcome?.is_right);
  const places = [...new Set(missed.flatMap(({ outcome }) => outcome?.place || []))];
  return (
    <main className={classes.end}>
      <h1>{title}</h1>
      <p className="soft">
        {count(round.n_needed)} {round.n_needed === 1 ? 'was' : 'were'} needed. {nextWords(round, places)}
      </p>
      <div className={classes.bar} aria-hidden="true">
        <span style={{ width: `${(100 * round.n_right) / n}%` }} />
        <i style={{ left: `${(100 * round.n_needed) / n}%` }} data-label={`${round.n_needed} needed`} />
      </div>
      {missed.length > 0 && (
        <section>
          <h2>
            {missed.length === n ? 'The rows' : missed.length === 1 ? 'The other' : 'The others'}{' '}
            <small>look once more, it helps</small>
          </h2>
          <ul className={classes.missed}>
            {missed.map((item) => (
              <Missed key={item.id} item={item} onLook={() => onLook(item.id)} />
            ))}
          </ul>
        </section>
      )}
      <Kinds outcomes={round.items.flatMap(({ outcome }) => outcome ?? [])} />
      <One slug={slug} round={round} onAgain={onAgain} />
      <p className="soft">The result is seen by you and the admins.</p>
    </main>
  );
}

function nextWords({ passed, n_left: left }: Round, places: readonly string[]): string {
  if (passed) return 'The queue now gives you pairs in these languages.';
  const read = places.length > 0 ? `Read ${places.join(' and ')} of the guidelines` : 'Read the guidelines';
  if (left === 0) return `${read}. An admin decides how you go on.`;
  return `${read}, then take other rows. ${plural(left, 'more try', 'more tries')}; after that an admin looks with you.`;
}

function askedText({ outcome, source, target }: Item): string {
  const pieces = outcome?.expected.source ?? [];
  const texts = pieces.map((piece) => textOf(source, piece));
  return texts.join(' ') || (outcome?.expected.target ?? []).map((piece) => textOf(target, piece)).join(' ');
}

function Missed({ item, onLook }: { item: Item; onLook: () => void }) {
  return (
    <li>
      <span className="num">{item.position}</span>
      <span dir="auto">{askedText(item)}</span>
      <span className="soft">{item.outcome?.place}</span>
      <button type="button" onClick={onLook} aria-label={`Look at row ${item.position}`}>
        Look
      </button>
    </li>
  );
}

function Kinds({ outcomes }: { outcomes: readonly Outcome[] }) {
  const nulls = outcomes.filter(({ expected }) => expected.source.length === 0 || expected.target.length === 0);
  const kinds = [
    ['Links', outcomes.filter((one) => one.links_right).length, outcomes.length],
    ['Labels', outcomes.filter((one) => one.labels_right).length, outcomes.length],
    ['Nulls and reasons', nulls.filter((one) => one.is_right).length, nulls.length],
  ] as const;
  return (
    <section>
      <h2>By kind</h2>
      <dl className={classes.kinds}>
        {kinds
          .filter(([, , of]) => of > 0)
          .map(([name, right, of]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {count(right)} of {count(of)}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function One({ slug, round, onAgain }: Pick<RoundEndProps, 'slug' | 'round' | 'onAgain'>) {
  if (round.passed || round.n_left === 0) {
    return (
      <Button component={Link} to={`/p/${slug}/queue`} variant={round.passed ? 'filled' : 'default'} size="lg">
        {round.passed ? 'Start with the first pair' : 'To the queue'}
      </Button>
    );
  }
  return (
    <Button variant="filled" size="lg" onClick={onAgain}>
      Take other rows
    </Button>
  );
}
