import { Button } from '@mantine/core';
import { count, dateTime, plural } from '@/lib/format';
import classes from './Curation.module.css';
import type { Funnel } from './requests';
import { ruleWords, spoken } from './words';

interface FunnelPartProps {
  funnel: Funnel;
  isCounting: boolean;
  /** Whether the funnel is shown below the figures. */
  isOpen: boolean;
  lit: string;
  onLight: (rule: string) => void;
  onUndo?: () => void;
}

/** How many rows each rule leaves, in the order in which rules are asked; a loss lists its rows. */
export function FunnelPart({ funnel, isCounting, isOpen, lit, onLight, onUndo }: FunnelPartProps) {
  const { counts, rules } = funnel;
  if (!counts) {
    return (
      <section className={classes.section} aria-label="Rows">
        <p role="status">Counting the rows. You can leave this page meanwhile.</p>
      </section>
    );
  }
  const all = counts.n_candidates;
  const facts = [
    plural(counts.talks, 'talk'),
    plural(counts.speakers, 'speaker'),
    counts.seconds !== null && spoken(counts.seconds),
    isCounting
      ? 'counting'
      : funnel.is_current
        ? 'counted live'
        : `counting; these are of ${timeOf(funnel.counted_at)}`,
  ];
  const hand = counts.by_hand;
  const last = [...counts.steps].reverse().find(({ n_excluded }) => n_excluded > 0);
  return (
    <section className={classes.section} aria-label="Rows">
      <h2 className={classes.total}>
        <b className="num">{count(counts.n_rows)}</b> {counts.n_rows === 1 ? 'row' : 'rows'}{' '}
        <small role="status">{facts.filter(Boolean).join(', ')}</small>
      </h2>
      {all === 0 && <p className="soft">No gold yet. Adjudicate a pair or submit a review.</p>}
      {all > 0 && counts.n_rows === 0 && last && (
        <p className={classes.warning} role="alert">
          {ruleWords(last.rule, rules, counts.choices)} excludes the last {plural(last.n_excluded, 'row')}.{' '}
          {onUndo && (
            <Button size="compact-sm" onClick={onUndo}>
              Undo
            </Button>
          )}
        </p>
      )}
      {all > 0 && isOpen && (
        <ol className={classes.funnel} aria-label="Funnel">
          <Step words="All candidates" left={all} of={all} loss={0} />
          {counts.steps.map((step) => (
            <Step
              key={step.rule}
              words={ruleWords(step.rule, rules, counts.choices)}
              left={step.n_left}
              loss={step.n_excluded}
              only={step.n_only}
              of={all}
              isLit={lit === step.rule}
              onLight={() => onLight(lit === step.rule ? '' : step.rule)}
            />
          ))}
          {hand.n_in + hand.n_out > 0 && (
            <Step
              words={`By hand: ${count(hand.n_out)} out, ${count(hand.n_in)} in`}
              left={counts.n_rows}
              loss={hand.n_out}
              of={all}
              isLit={lit === 'by_hand'}
              onLight={() => onLight(lit === 'by_hand' ? '' : 'by_hand')}
              gain={hand.n_in}
            />
          )}
        </ol>
      )}
    </section>
  );
}

const timeOf = (at: string | null) => (at ? dateTime(at) : 'before');

interface StepProps {
  words: string;
  left: number;
  loss: number;
  of: number;
  only?: number;
  gain?: number;
  isLit?: boolean;
  onLight?: () => void;
}

function Step({ words, left, loss, of, only, gain = 0, isLit = false, onLight }: StepProps) {
  const percent = (n: number) => `${(100 * n) / of}%`;
  const title =
    `${plural(loss, 'row')} excluded by ${words}` +
    (only === undefined ? '' : `; ${count(only)} would be in without it`);
  return (
    <li className={isLit ? classes.lit : undefined}>
      <span dir="auto">{words}</span>
      <span className={classes.bar} aria-hidden="true">
        <i style={{ width: percent(left) }} />
        <u style={{ width: percent(loss) }} />
      </span>
      <b className="num">{count(left)}</b>
      {loss + gain > 0 && onLight ? (
        <button type="button" className="num" title={title} aria-label={title} aria-pressed={isLit} onClick={onLight}>
          {gain > loss ? `+${count(gain - loss)}` : `−${count(loss - gain)}`}
        </button>
      ) : (
        <span />
      )}
    </li>
  );
}
