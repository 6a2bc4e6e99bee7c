import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { plural } from '@/lib/format';
import { judgements } from '@/ui/large/judgements';
import { TextField } from '@/ui/TextField';
import classes from './Curation.module.css';
import { Between, FieldGroup, Figure, InOut, Later, Line, Segmented, Several } from './RuleFields';
import type { Choices, Funnel, Rules, Takes } from './requests';
import { cleaned, withLabel } from './rules';
import { basisWords, changedRules, kindWords, languagesOf } from './words';

interface RulesFormProps {
  funnel: Funnel;
  nNamed: number;
  canChange: boolean;
  /** The key of the rule whose loss is listed. */
  lit: string;
  onChange: (rules: Rules, takes?: Takes) => void;
}

/** All rules of a test set, in groups. Each change is saved at once; texts and numbers when they are left. */
export function RulesForm({ funnel, nNamed, canChange, lit, onChange }: RulesFormProps) {
  const { rules, takes } = funnel;
  const of: RulesOf = {
    rules,
    choices: funnel.counts?.choices,
    lit,
    put: (changed) => onChange(cleaned({ ...rules, ...changed })),
  };
  return (
    <section className={classes.rules} aria-label="Rules">
      <h2>
        Rules <small>{changedRules(rules)} changed</small>
      </h2>
      <fieldset className={classes.all} disabled={!canChange}>
        <FieldGroup legend="Take rows from">
          <Radio.Group aria-label="Take rows from" value={takes} onChange={(value) => onChange(rules, value as Takes)}>
            <div className={classes.options}>
              <Radio value="all" label="All gold of the project" />
              {takes === 'mixed' && <Radio value="mixed" label={`All gold, with ${plural(nNamed, 'chosen review')}`} />}
              {((nNamed > 0 && takes !== 'mixed') || takes === 'named') && (
                <Radio value="named" label={plural(nNamed, 'selected review')} />
              )}
            </div>
          </Radio.Group>
        </FieldGroup>
        <BasisGroup {...of} />
        <PeopleGroup {...of} />
        <TalksGroup {...of} />
        {choiceRules.map(({ name, legend, words }) => (
          <ChoiceGroup key={name} {...of} name={name} legend={legend} words={words} />
        ))}
        <LabelsGroup {...of} />
        {lineGroups.map(({ legend, lines, hint }) => (
          <FieldGroup key={legend} legend={legend}>
            {lines.map(({ step, label, field }) => (
              <Line key={step} label={label} lit={lit === step}>
                {field(label, of)}
              </Line>
            ))}
            {hint && <p className={classes.hint}>{hint}</p>}
          </FieldGroup>
        ))}
      </fieldset>
    </section>
  );
}

/** What every group of rules shows and changes. */
interface RulesOf {
  rules: Rules;
  choices: Choices | undefined;
  lit: string;
  put: (changed: Partial<Rules>) => void;
}

/** Rules of which several values may hold. A rule that gives no choice is left out. */
type ChoiceRule = 'splits' | 'events' | 'languages' | 'interpreters' | 'ranks';

interface ChoiceProps {
  name: ChoiceRule;
  legend: string;
  words?: (value: string) => string;
}

const choiceRules: readonly ChoiceProps[] = [
  { name: 'splits', legend: 'Corpus split' },
  { name: 'events', legend: 'Events' },
  { name: 'languages', legend: 'Languages', words: languagesOf },
  { name: 'interpreters', legend: 'Interpreters' },
  { name: 'ranks', legend: 'Ranks' },
];

/** Rules with one line each: the step of the funnel that the line lights up for, its label and its field. */
interface LineRule {
  step: string;
  label: string;
  field: (label: string, of: RulesOf) => ReactNode;
}

const inOut = (step: 'implicit' | 'null_rows', label: string, byDefault: boolean): LineRule => ({
  step,
  label,
  field: (label, { rules, put }) => (
    <InOut label={label} isIn={rules[step] ?? byDefault} onChange={(isIn) => put({ [step]: isIn })} />
  ),
});

const range = (step: 'source_length' | 'target_length' | 'length_ratio' | 'gamma', label: string): LineRule => ({
  step,
  label,
  field: (label, { rules, put }) => (
    <Between label={label} range={rules[step]} onChange={(range) => put({ [step]: range })} />
  ),
});

const figure = (step: string, name: 'cost_most' | 'alpha_least' | 'eta_least', label: string): LineRule => ({
  step,
  label,
  field: (label, { rules, put }) => (
    <Figure label={label} value={rules[name]} onCommit={(value) => put({ [name]: value })} />
  ),
});

const verdict: LineRule = {
  step: 'passed',
  label: 'Verdict',
  field: (_, { rules, put }) => (
    <Segmented
      label="Verdict of the filters"
      value={rules.passed ? 'kept' : ''}
      of={[
        ['kept', 'kept'],
        ['', 'any'],
      ]}
      onChange={(value) => put({ passed: value === 'kept' })}
    />
  ),
};

const lineGroups: readonly { legend: string; lines: readonly LineRule[]; hint?: string }[] = [
  {
    legend: 'Rows',
    lines: [
      inOut('implicit', 'Confirmed in passing', false),
      inOut('null_rows', 'Null rows', true),
      range('source_length', 'Source length'),
      range('target_length', 'Target length'),
      range('length_ratio', 'Length ratio'),
    ],
    hint: 'In words, or in characters where a language is written without spaces.',
  },
  {
    legend: 'Filters',
    lines: [
      verdict,
      figure('cost', 'cost_most', 'Cost ≤'),
      figure('alpha', 'alpha_least', 'Content words α ≥'),
      figure('eta', 'eta_least', 'Meaning η ≥'),
      range('gamma', 'Length γ'),
    ],
  },
];

/** *Chosen* only where somebody chose a review. */
const bases = (choices: Choices | undefined) => [
  ...['adjudicated', 'single', 'agreed'],
  ...(choices?.basis.some(({ value }) => value === 'chosen') ? ['chosen'] : []),
];

function BasisGroup({ rules, choices, lit, put }: RulesOf) {
  return (
    <FieldGroup legend="Gold" lit={lit === 'basis'}>
      <Several
        label="Gold"
        values={bases(choices).map((value) => [
          value,
          basisWords[value] ?? value,
          choices?.basis.find((one) => one.value === value)?.n_rows ?? 0,
        ])}
        chosen={rules.basis ?? []}
        onChange={(basis) => put({ basis: basis as Rules['basis'] })}
      />
    </FieldGroup>
  );
}

/** People none of whose reviews is to count; without names where those are not shown to whoever asks. */
function PeopleGroup({ rules, choices, lit, put }: RulesOf) {
  const people = choices?.people ?? [];
  const left = rules.without ?? [];
  if (people.length < 2 && left.length === 0) return null;
  const values = [...new Set([...people.map(({ value }) => value), ...left])];
  return (
    <FieldGroup legend="Without reviews by" lit={lit === 'without'}>
      <Several
        label="Without reviews by"
        values={values.map((value) => {
          const person = people.find((one) => one.value === value);
          return [value, person?.name || value, person?.n_rows];
        })}
        chosen={left}
        none="None ticked: everybody’s"
        onChange={(without) => put({ without })}
      />
    </FieldGroup>
  );
}

function TalksGroup({ rules, choices, lit, put }: RulesOf) {
  return (
    <FieldGroup legend="Talks" lit={lit === 'talks'}>
      <Later value={rules.search ?? ''} onCommit={(search) => put({ search })}>
        {(field) => <TextField aria-label="Part of a title" placeholder="Part of a title" {...field} />}
      </Later>
      {(choices?.kinds.length ?? 0) > 1 && (
        <Segmented
          label="Kind"
          value={rules.kind ?? ''}
          of={[['', 'any'], ...(choices?.kinds ?? []).map(({ value }) => [value, kindWords[value] ?? value] as const)]}
          onChange={(kind) => put({ kind: kind as Rules['kind'] })}
        />
      )}
    </FieldGroup>
  );
}

const orNone = (value: string) => value || 'None';

function ChoiceGroup({ rules, choices, lit, put, name, legend, words = orNone }: RulesOf & ChoiceProps) {
  const counted = choices?.[name] ?? [];
  const chosen = rules[name] ?? [];
  const values = [...new Set([...counted.map(({ value }) => value), ...chosen])];
  if (values.length < 2 && chosen.length === 0) return null;
  return (
    <FieldGroup legend={legend} lit={lit === name}>
      <Several
        label={legend}
        values={values.map((value) => [value, words(value), counted.find((one) => one.value === value)?.n_rows])}
        chosen={chosen}
        onChange={(next) => put({ [name]: next })}
      />
    </FieldGroup>
  );
}

const wanted = [
  ['yes', 'yes'],
  ['not_no', 'yes or unset'],
  ['no', 'no'],
  ['', 'any'],
] as const;
const yesNo = [
  ['yes', 'Yes'],
  ['no', 'No'],
] as const;

function LabelsGroup({ rules, choices, lit, put }: RulesOf) {
  return (
    <FieldGroup legend="Labels">
      {(['good_align', 'good_mt'] as const).map((name) => (
        <Line key={name} label={judgements[name]} lit={lit === name}>
          <Segmented
            label={judgements[name]}
            value={rules[name] ?? ''}
            of={wanted}
            onChange={(value) => put({ [name]: value as NonNullable<Rules['good_mt']> })}
          />
        </Line>
      ))}
      {choices?.labels.map((label) => (
        <div key={label.key} className={lit === `label:${label.key}` ? classes.lit : undefined}>
          <Several
            label={label.name}
            named
            values={[
              ...(label.type === 'yes_no' ? yesNo : label.values.map(({ key, name }) => [key, name] as const)),
              ['', 'Not set'] as const,
            ]}
            chosen={rules.labels?.[label.key] ?? []}
            onChange={(chosen) => put({ labels: withLabel(rules, label.key, chosen) })}
          />
        </div>
      ))}
    </FieldGroup>
  );
}
