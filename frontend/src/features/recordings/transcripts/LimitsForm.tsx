import { Button, Checkbox, NumberInput, Radio } from '@mantine/core';
import { useState } from 'react';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { fewestPlanted, figureOf, isOut, type Limit, limits, nOut, outcome } from './model';
import { type Policy, type Submission, useSetPolicy } from './requests';
import classes from './Transcripts.module.css';

interface LimitsFormProps {
  slug: string;
  policy: Policy;
  /** What was submitted so far. */
  submitted: readonly Submission[];
}

const fewest = 5;

/** The limits with every submission as a dot, and what they would do before they are saved. */
export function LimitsForm({ slug, policy, submitted }: LimitsFormProps) {
  const [draft, setDraft] = useState(policy);
  const set = useSetPolicy(slug);
  const isChanged = (Object.keys(draft) as (keyof Policy)[]).some((name) => draft[name] !== policy[name]);
  const change = (part: Partial<Policy>) => setDraft({ ...draft, ...part });
  const nOf = (state: string) => submitted.filter((pass) => outcome(pass, draft) === state).length;
  return (
    <section className={classes.limits} aria-label="Limits">
      <h3>
        Limits <small>for {plural(submitted.length, 'submission')}</small>
      </h3>
      {submitted.length < fewest && <p className="soft">Dots only: too few to set limits by.</p>}
      {(Object.keys(limits) as Limit[]).map((limit) => (
        <OneLimit key={limit} limit={limit} bound={draft[limit]} submitted={submitted} onChange={change} />
      ))}
      <p className="soft">
        Check masks stand where both recognisers agree. With fewer than {fewestPlanted}, that limit waits.
      </p>
      <Radio.Group
        label="Then"
        value={draft.hold_all ? 'hold' : 'two'}
        onChange={(value) => change({ hold_all: value === 'hold' })}
      >
        <Radio value="two" label="One limit broken: hold. Two: reject" />
        <Radio mt={4} value="hold" label="Hold all, I decide" />
      </Radio.Group>
      <Checkbox
        label="Rejected work goes to another person"
        checked={draft.to_another}
        onChange={({ currentTarget }) => change({ to_another: currentTarget.checked })}
      />
      <p role="status" data-field="would">
        These limits {isChanged ? 'would accept' : 'accept'} {nOf('accepted')}, hold {nOf('held')} and reject{' '}
        {nOf('rejected')}.
      </p>
      {set.isError && <ErrorNote error={set.error} />}
      <Button loading={set.isPending} disabled={!isChanged} onClick={() => set.mutate(draft)}>
        Save limits
      </Button>
    </section>
  );
}

interface OneLimitProps {
  limit: Limit;
  bound: number | null;
  submitted: readonly Submission[];
  onChange: (part: Partial<Policy>) => void;
}

/** As on the server. */
const mostSeconds = 600;
const starts: Record<Limit, number> = {
  min_filled: 0.95,
  min_seconds: 4,
  min_planted: 0.8,
  max_same: 0.9,
  min_heard: 0.9,
};

function OneLimit({ limit, bound, submitted, onChange }: OneLimitProps) {
  const { label, sign, unit, most } = limits[limit];
  const scale = unit === '%' ? 100 : 1;
  const values = submitted.flatMap((pass) => {
    const value = figureOf(pass, limit);
    return value === null ? [] : [{ id: pass.id, value }];
  });
  const share = (value: number) => 100 * Math.min(1, value / most);
  const n = nOut(submitted, limit, bound);
  const ground = bound === null ? 0 : sign === '≥' ? share(bound) : 100 - share(bound);
  return (
    <div className={classes.limit}>
      <Checkbox
        label={label}
        checked={bound !== null}
        onChange={({ currentTarget }) => onChange({ [limit]: currentTarget.checked ? starts[limit] : null })}
      />
      <NumberInput
        aria-label={`Limit of ${label}`}
        prefix={`${sign} `}
        suffix={` ${unit}`}
        min={0}
        max={unit === '%' ? 100 : mostSeconds}
        decimalScale={1}
        disabled={bound === null}
        value={bound === null ? '' : Math.round(10 * scale * bound) / 10}
        onChange={(value) => typeof value === 'number' && onChange({ [limit]: value / scale })}
      />
      <span className="num">{n} out</span>
      <div
        className={classes.strip}
        role="img"
        aria-label={`${label}: ${n} of ${values.length} submissions are out`}
        data-sign={sign}
        style={{ '--ground': `${ground}%` } as React.CSSProperties}
      >
        {values.map(({ id, value }) => (
          <i
            key={id}
            data-out={(bound !== null && isOut(value, limit, bound)) || undefined}
            style={{ left: `${share(value)}%` }}
          />
        ))}
      </div>
    </div>
  );
}
