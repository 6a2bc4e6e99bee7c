import { Checkbox, NumberInput } from '@mantine/core';
import type { RatingTask } from './requests';
import classes from './Tasks.module.css';

export type Rules = RatingTask['rules'];

interface Rule {
  name: keyof Rules;
  label: string;
  unit: string;
  /** What a limit is written in: per cent of a share, or the value itself. */
  times: number;
  max: number;
  step: number;
  /** Where a rule that is asked again begins. */
  first: number;
}

const all: Rule[] = [
  {
    name: 'most_traps_missed',
    label: 'Attention checks missed, more than',
    unit: '%',
    times: 100,
    max: 100,
    step: 1,
    first: 0.34,
  },
  {
    name: 'most_unheard',
    label: 'Not heard to the end, more than',
    unit: '%',
    times: 100,
    max: 100,
    step: 1,
    first: 0.1,
  },
  {
    name: 'least_seconds',
    label: 'Median time for a sample, less than',
    unit: 's',
    times: 1,
    max: 3600,
    step: 0.5,
    first: 2,
  },
  {
    name: 'least_r',
    label: 'Correlation with the others, less than',
    unit: '',
    times: 1,
    max: 1,
    step: 0.05,
    first: 0.1,
  },
];

interface RuleFieldsProps {
  rules: Rules;
  isSound: boolean;
  onChange: (rules: Rules) => void;
}

/** Whose ratings are not counted. */
export function RuleFields({ rules, isSound, onChange }: RuleFieldsProps) {
  return (
    <ul className={classes.rules}>
      {all
        .filter(({ name }) => isSound || name !== 'most_unheard')
        .map(({ name, label, unit, times, max, step, first }) => {
          const limit = rules[name] ?? null;
          return (
            <li key={name}>
              <Checkbox
                label={label}
                checked={limit !== null}
                onChange={(event) => onChange({ ...rules, [name]: event.currentTarget.checked ? first : null })}
              />
              <NumberInput
                aria-label={label}
                min={0}
                max={max}
                step={step}
                suffix={unit && ` ${unit}`}
                disabled={limit === null}
                value={limit === null ? '' : Math.round(limit * times * 100) / 100}
                onChange={(value) => value !== '' && onChange({ ...rules, [name]: Number(value) / times })}
              />
            </li>
          );
        })}
    </ul>
  );
}
