import { Checkbox } from '@mantine/core';
import { Link } from 'react-router';
import type { Rules } from '@/features/releases/curation/requests';
import { ruleWords } from '@/features/releases/curation/words';
import { count, dateTime, plural } from '@/lib/format';
import { judgements } from '@/ui/large/judgements';
import classes from './Foreseen.module.css';
import type { NextRelease } from './requests';

type Talk = NextRelease['removed'][number];

interface ForeseenProps {
  next: NextRelease;
  at: string;
  onLeave: () => void;
}

/** How a release made now would differ from the last one, each cause with its talks, before it is frozen. */
export function Foreseen({ next, at, onLeave }: ForeseenProps) {
  const { since, changes } = next;
  if (!since || !changes) {
    const isFirst = next.minor === next.major;
    return (
      <p className="soft">
        {isFirst ? 'First release: there is none' : 'There is no earlier release of this kind'} to compare it with.
      </p>
    );
  }
  return (
    <section className={classes.foreseen} aria-label={`Since ${since.version}`}>
      <h3>
        Since {since.version}{' '}
        <small>
          {dateTime(since.finished_at)}, {plural(since.n_rows, 'row')}
        </small>
      </h3>
      <dl className={classes.figures}>
        {(['added', 'removed', 'changed', 'same'] as const).map((name) => (
          <div key={name} data-name={changes[name] > 0 ? name : undefined}>
            <dd className="num">{count(changes[name])}</dd>
            <dt>{name === 'same' ? 'the same' : name}</dt>
          </div>
        ))}
      </dl>
      <ul className={classes.causes}>
        <Causes talks={next.removed} kind="removed" wordsOf={whyOut} at={at} onLeave={onLeave} />
        <Causes talks={next.changed} kind="changed" wordsOf={columnWords} at={at} onLeave={onLeave} />
        <Causes talks={next.added} kind="added" wordsOf={() => ''} at={at} onLeave={onLeave} />
        {next.waiting.map(({ title, n_wanted }) => (
          <li key={`waits ${title}`} data-kind="waits">
            <b dir="auto">{title}</b> waits for {n_wanted > 0 ? plural(n_wanted, 'review') : 'its reviews'}.
          </li>
        ))}
        {next.reopened.map((title) => (
          <li key={`open ${title}`} data-kind="waits">
            The adjudication of <b dir="auto">{title}</b> is open again.
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CausesProps {
  talks: readonly Talk[];
  kind: 'added' | 'removed' | 'changed';
  wordsOf: (talk: Talk) => string;
  at: string;
  onLeave: () => void;
}

/** Up to how many talks with one cause have a line each. */
const FEW = 3;

/** Talks by what becomes of their rows and why. Many with one cause are one line, which opens to them. */
function Causes({ talks, wordsOf, ...props }: CausesProps) {
  const byWords = new Map<string, Talk[]>();
  for (const talk of talks) byWords.set(wordsOf(talk), [...(byWords.get(wordsOf(talk)) ?? []), talk]);
  return [...byWords].map(([words, alike]) => {
    const each = alike.map((talk) => <Cause key={talk.pair} talk={talk} words={words} {...props} />);
    if (alike.length <= FEW) return each;
    const nRows = alike.reduce((sum, { n_rows }) => sum + n_rows, 0);
    return (
      <li key={words} data-kind={props.kind}>
        <details>
          <summary>
            {plural(nRows, 'row')} of {plural(alike.length, 'talk')} {props.kind}
            {words && `: ${words}`}
          </summary>
          <ul className={classes.causes}>{each}</ul>
        </details>
      </li>
    );
  });
}

interface CauseProps extends Omit<CausesProps, 'talks' | 'wordsOf'> {
  talk: Talk;
  words: string;
}

function Cause({ talk, kind, words, at, onLeave }: CauseProps) {
  return (
    <li data-kind={kind}>
      {plural(talk.n_rows, 'row')} of{' '}
      <Link to={`${at}?view=rows&pair=${talk.pair}${kind === 'removed' ? '' : '&rows=in'}`} onClick={onLeave}>
        <bdi>{talk.title}</bdi>
      </Link>{' '}
      {kind}
      {words && `: ${words}`}
    </li>
  );
}

const noRules: Rules = {};

function whyOut({ why }: Talk): string {
  if (why === '') return 'they no longer pass';
  if (why === 'gone') return 'the talk has a newer version, or is no longer here';
  if (why === 'waits') return 'the talk waits for reviews';
  if (why === 'rows') return 'no row of it passes the rules';
  if (why === 'talks_out') return 'the talk was taken out by hand';
  if (why === 'exclude') return 'the talk is in the exclusion list';
  return `a rule leaves the talk out (${ruleWords(why, noRules).trim()})`;
}

const named: Record<string, string> = {
  ...judgements,
  target_post_edited: 'text edited',
  post_edited: '',
  source: 'source',
  target: 'target',
  split: 'part',
  error_tags: 'tags',
  null_reason: 'reason',
};

function columnWords({ columns }: Talk): string {
  const words = columns.map((column) => named[column] ?? column.replace(/^label_/, '').replaceAll('_', ' '));
  return [...new Set(words.filter(Boolean))].join(', ');
}

/** What has to be ticked before rows go out, or a talk is left behind. */
export function GoesOut({
  next,
  isTicked,
  onTick,
}: {
  next: NextRelease;
  isTicked: boolean;
  onTick: (to: boolean) => void;
}) {
  const label = toTick(next);
  if (!label) return null;
  return <Checkbox label={label} checked={isTicked} onChange={({ currentTarget }) => onTick(currentTarget.checked)} />;
}

/** "40 rows go out, 1 talk waits"; empty where there is nothing to warn of. */
export function toTick({ changes, waiting }: NextRelease): string {
  const out = changes?.removed ?? 0;
  return [
    out > 0 && `${plural(out, 'row')} ${out === 1 ? 'goes' : 'go'} out`,
    waiting.length > 0 && `${plural(waiting.length, 'talk')} ${waiting.length === 1 ? 'waits' : 'wait'} for reviews`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What is new, written from the difference. */
export function notesOf({ changes, removed, added, changed }: NextRelease): string {
  if (!changes) return '';
  const of = (talks: readonly Talk[]) =>
    talks.map(({ title, n_rows }) => `${title} (${plural(n_rows, 'row')})`).join(', ');
  return [
    changes.removed > 0 && `Removed: ${of(removed)}.`,
    changes.added > 0 && `Added: ${of(added)}.`,
    changes.changed > 0 && `Changed: ${of(changed)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
