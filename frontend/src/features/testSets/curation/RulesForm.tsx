import { Button, Checkbox, FileButton, NumberInput, Radio, SegmentedControl, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { Choices, Funnel, Rules, Takes } from '@/api/curation';
import { count, plural } from '@/lib/format';
import { TextField } from '@/ui/TextField';
import classes from './Curation.module.css';
import { basisWords, changedRules, kindWords, languagesOf } from './words';

interface RulesFormProps {
  funnel: Funnel;
  nNamed: number;
  canChange: boolean;
  /** The key of the rule whose loss is listed. */
  lit: string;
  onChange: (rules: Rules, takes?: Takes) => void;
}

type Wanted = NonNullable<Rules['good_mt']>;

/** All rules of a test set, in groups. Each change is saved at once; texts and numbers when they are left. */
export function RulesForm({ funnel, nNamed, canChange, lit, onChange }: RulesFormProps) {
  const { rules, takes } = funnel;
  const choices: Choices | undefined = funnel.counts?.choices;
  const put = (changed: Partial<Rules>) => onChange(cleaned({ ...rules, ...changed }));
  const several = <Name extends 'splits' | 'events' | 'languages' | 'interpreters' | 'ranks'>(
    name: Name,
    legend: string,
    words: (value: string) => string = (value) => value || 'None',
  ) => {
    const found = choices?.[name] ?? [];
    const chosen = rules[name] ?? [];
    const values = [...new Set([...found.map(({ value }) => value), ...chosen])];
    if (values.length < 2 && chosen.length === 0) return null;
    return (
      <Group legend={legend} lit={lit === name}>
        <Several
          label={legend}
          values={values.map((value) => [value, words(value), found.find((one) => one.value === value)?.n_rows])}
          chosen={chosen}
          onChange={(next) => put({ [name]: next })}
        />
      </Group>
    );
  };
  return (
    <section className={classes.rules} aria-label="Rules">
      <h2>
        Rules <small>{changedRules(rules)} changed</small>
      </h2>
      <fieldset className={classes.all} disabled={!canChange}>
        <Group legend="Take rows from">
          <Radio.Group aria-label="Take rows from" value={takes} onChange={(value) => onChange(rules, value as Takes)}>
            <div className={classes.options}>
              <Radio value="all" label="All gold of the project" />
              {(nNamed > 0 || takes === 'named') && <Radio value="named" label={plural(nNamed, 'selected review')} />}
            </div>
          </Radio.Group>
        </Group>
        <Group legend="Gold" lit={lit === 'basis'}>
          <Several
            label="Gold"
            values={['adjudicated', 'single', 'agreed'].map((value) => [
              value,
              basisWords[value] ?? value,
              choices?.basis.find((one) => one.value === value)?.n_rows ?? 0,
            ])}
            chosen={rules.basis ?? []}
            onChange={(basis) => put({ basis: basis as Rules['basis'] })}
          />
        </Group>
        <Group legend="Talks" lit={lit === 'talks'}>
          <Later value={rules.search ?? ''} onCommit={(search) => put({ search })}>
            {(field) => <TextField aria-label="Part of a title" placeholder="Part of a title" {...field} />}
          </Later>
          {(choices?.kinds.length ?? 0) > 1 && (
            <Segmented
              label="Kind"
              value={rules.kind ?? ''}
              of={[
                ['', 'any'],
                ...(choices?.kinds ?? []).map(({ value }) => [value, kindWords[value] ?? value] as const),
              ]}
              onChange={(kind) => put({ kind: kind as Rules['kind'] })}
            />
          )}
        </Group>
        {several('splits', 'Corpus split')}
        {several('events', 'Events')}
        {several('languages', 'Languages', languagesOf)}
        {several('interpreters', 'Interpreters')}
        {several('ranks', 'Ranks')}
        <Group legend="Labels">
          {(['good_align', 'good_mt'] as const).map((name) => (
            <Line key={name} label={<code>{name}</code>} lit={lit === name}>
              <Segmented
                label={name}
                value={rules[name] ?? ''}
                of={[
                  ['yes', 'yes'],
                  ['not_no', 'not no'],
                  ['no', 'no'],
                  ['', 'any'],
                ]}
                onChange={(value) => put({ [name]: value as Wanted })}
              />
            </Line>
          ))}
          {choices?.labels.map((label) => (
            <div key={label.key} className={lit === `label:${label.key}` ? classes.lit : undefined}>
              <Several
                label={label.name}
                named
                values={[
                  ...(label.type === 'yes_no'
                    ? ([
                        ['yes', 'Yes'],
                        ['no', 'No'],
                      ] as const)
                    : label.values.map(({ key, name }) => [key, name] as const)),
                  ['', 'Not set'] as const,
                ]}
                chosen={rules.labels?.[label.key] ?? []}
                onChange={(chosen) => put({ labels: withLabel(rules, label.key, chosen) })}
              />
            </div>
          ))}
        </Group>
        <Group legend="Rows">
          <Line label="Confirmed in passing" lit={lit === 'implicit'}>
            <InOut
              label="Confirmed in passing"
              isIn={rules.implicit ?? false}
              onChange={(implicit) => put({ implicit })}
            />
          </Line>
          <Line label="Null rows" lit={lit === 'null_rows'}>
            <InOut label="Null rows" isIn={rules.null_rows ?? true} onChange={(null_rows) => put({ null_rows })} />
          </Line>
          {(
            [
              ['source_length', 'Source length'],
              ['target_length', 'Target length'],
              ['length_ratio', 'Length ratio'],
            ] as const
          ).map(([name, label]) => (
            <Line key={name} label={label} lit={lit === name}>
              <Between label={label} range={rules[name]} onChange={(range) => put({ [name]: range })} />
            </Line>
          ))}
          <p className={classes.hint}>In words, or in characters where a language is written without spaces.</p>
        </Group>
        <Group legend="Filters">
          <Line label="Verdict" lit={lit === 'passed'}>
            <Segmented
              label="Verdict of the filters"
              value={rules.passed ? 'kept' : ''}
              of={[
                ['kept', 'kept'],
                ['', 'any'],
              ]}
              onChange={(value) => put({ passed: value === 'kept' })}
            />
          </Line>
          {(
            [
              ['cost_most', 'Cost ≤', 'cost'],
              ['alpha_least', 'Content words α ≥', 'alpha'],
              ['eta_least', 'Meaning η ≥', 'eta'],
            ] as const
          ).map(([name, label, step]) => (
            <Line key={name} label={label} lit={lit === step}>
              <Figure label={label} value={rules[name]} onCommit={(value) => put({ [name]: value })} />
            </Line>
          ))}
          <Line label="Length γ" lit={lit === 'gamma'}>
            <Between label="Length γ" range={rules.gamma} onChange={(gamma) => put({ gamma })} />
          </Line>
        </Group>
        <Group legend="Talks to exclude" lit={lit === 'exclude'}>
          <Later value={(rules.exclude ?? []).join('\n')} onCommit={(text) => put(excluded(text, ''))}>
            {(field) => (
              <Textarea
                aria-label="Ids or titles of talks, one a line"
                placeholder="Ids or titles, one a line"
                autosize
                minRows={2}
                maxRows={6}
                value={field.value}
                onChange={(event) => field.onChange(event.currentTarget.value)}
                onBlur={field.onBlur}
              />
            )}
          </Later>
          <div className={classes.between}>
            <FileButton
              accept=".txt,.tsv,.csv,text/plain"
              onChange={(file) => void file?.text().then((text) => put(excluded(text, file.name)))}
            >
              {(props) => (
                <Button {...props} size="compact-sm" disabled={!canChange}>
                  Read a file
                </Button>
              )}
            </FileButton>
            {rules.exclude && (
              <small>
                {rules.exclude_name ? `${rules.exclude_name}, ` : ''}
                {count(rules.exclude.length)}
              </small>
            )}
          </div>
        </Group>
      </fieldset>
    </section>
  );
}

/** Without what asks for nothing, as the server stores it. */
function cleaned(rules: Rules): Rules {
  const empty = (value: unknown): boolean =>
    value === '' ||
    value == null ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === 'object' && Object.values(value).every((one) => one == null));
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => !empty(value))) as Rules;
}

function excluded(text: string, name: string): Partial<Rules> {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  return { exclude: lines, exclude_name: lines.length > 0 ? name : '' };
}

function withLabel(rules: Rules, key: string, chosen: string[]): Record<string, string[]> {
  const { [key]: _, ...others } = rules.labels ?? {};
  return chosen.length > 0 ? { ...others, [key]: chosen } : others;
}

function Group({ legend, lit = false, children }: { legend: string; lit?: boolean; children: ReactNode }) {
  return (
    <fieldset className={lit ? `${classes.group} ${classes.lit}` : classes.group}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

function Line({ label, lit, children }: { label: ReactNode; lit: boolean; children: ReactNode }) {
  return (
    <div className={lit ? `${classes.line} ${classes.lit}` : classes.line}>
      <span>{label}</span>
      {children}
    </div>
  );
}

interface SeveralProps {
  label: string;
  named?: boolean;
  values: readonly (readonly [string, string, number?])[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Ticks for values of which none means any. */
function Several({ label, named = false, values, chosen, onChange }: SeveralProps) {
  return (
    <Checkbox.Group
      label={named ? label : undefined}
      aria-label={label}
      value={chosen.map((value) => `=${value}`)}
      onChange={(next) => onChange(next.map((value) => value.slice(1)))}
    >
      <div className={classes.options}>
        {values.map(([value, words, n]) => (
          <Checkbox
            key={value}
            value={`=${value}`}
            label={
              <>
                <bdi>{words}</bdi> {n !== undefined && <small>{count(n)}</small>}
              </>
            }
          />
        ))}
        {chosen.length === 0 && <small>None ticked: any</small>}
      </div>
    </Checkbox.Group>
  );
}

interface SegmentedProps {
  label: string;
  value: string;
  of: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

function Segmented({ label, value, of, onChange }: SegmentedProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={value || 'any'}
      data={of.map(([one, words]) => ({ value: one || 'any', label: words }))}
      onChange={(next) => onChange(next === 'any' ? '' : next)}
    />
  );
}

function InOut({ label, isIn, onChange }: { label: string; isIn: boolean; onChange: (isIn: boolean) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={isIn ? 'in' : 'out'}
      data={['in', 'out']}
      onChange={(value) => onChange(value === 'in')}
    />
  );
}

type Range = { least?: number | null; most?: number | null };

function Between({ label, range, onChange }: { label: string; range?: Range; onChange: (range: Range) => void }) {
  return (
    <span className={classes.between}>
      <Figure label={`${label}, least`} value={range?.least} onCommit={(least) => onChange({ ...range, least })} />
      <span className="muted">to</span>
      <Figure label={`${label}, most`} value={range?.most} onCommit={(most) => onChange({ ...range, most })} />
    </span>
  );
}

interface FigureProps {
  label: string;
  value: number | null | undefined;
  onCommit: (value: number | null) => void;
}

function Figure({ label, value, onCommit }: FigureProps) {
  return (
    <Later value={value == null ? '' : String(value)} onCommit={(text) => onCommit(text === '' ? null : Number(text))}>
      {({ onChange, ...field }) => (
        <NumberInput
          aria-label={label}
          className={classes.figure}
          placeholder="any"
          hideControls
          {...field}
          onChange={(next) => onChange(String(next))}
        />
      )}
    </Later>
  );
}

interface Field {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  onKeyDown: (event: React.KeyboardEvent) => void;
}

/** A field whose text counts when it is left or Enter is pressed. */
function Later({
  value,
  onCommit,
  children,
}: {
  value: string;
  onCommit: (value: string) => void;
  children: (field: Field) => ReactNode;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = () => {
    if (text !== value) onCommit(text);
  };
  return children({
    value: text,
    onChange: setText,
    onBlur: commit,
    onKeyDown: (event) => {
      if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit();
    },
  });
}
