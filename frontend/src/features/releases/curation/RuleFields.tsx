/** The fields that rules are made of. */

import { Checkbox, Group, NumberInput, SegmentedControl } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { isComposing } from '@/lib/chords';
import { count } from '@/lib/format';
import classes from './Curation.module.css';

export function FieldGroup({ legend, lit = false, children }: { legend: string; lit?: boolean; children: ReactNode }) {
  return (
    <fieldset className={lit ? `${classes.group} ${classes.lit}` : classes.group}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

export function Line({ label, lit, children }: { label: ReactNode; lit: boolean; children: ReactNode }) {
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
  none?: string;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Ticks for values of which none means any. */
export function Several({ label, named = false, values, none, chosen, onChange }: SeveralProps) {
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
        {chosen.length === 0 && <small>{none ?? 'None ticked: any'}</small>}
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

export function Segmented({ label, value, of, onChange }: SegmentedProps) {
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

export function InOut({ label, isIn, onChange }: { label: string; isIn: boolean; onChange: (isIn: boolean) => void }) {
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

export function Between({
  label,
  range,
  onChange,
}: {
  label: string;
  range?: Range;
  onChange: (range: Range) => void;
}) {
  return (
    <Group gap={6}>
      <Figure label={`${label}, least`} value={range?.least} onCommit={(least) => onChange({ ...range, least })} />
      <span className="muted">to</span>
      <Figure label={`${label}, most`} value={range?.most} onCommit={(most) => onChange({ ...range, most })} />
    </Group>
  );
}

interface FigureProps {
  label: string;
  value: number | null | undefined;
  onCommit: (value: number | null) => void;
}

export function Figure({ label, value, onCommit }: FigureProps) {
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
  onKeyDown: (event: KeyboardEvent) => void;
}

/** A field whose text counts when it is left or Enter is pressed. */
export function Later({
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
      if (event.key === 'Enter' && !isComposing(event.nativeEvent)) commit();
    },
  });
}
