/** The values of a label to choose from. Those that rows have are hidden, not deleted. */

import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Label, LabelUsage } from '@/features/reviewing/requests/guidelines';
import { isComposing } from '@/lib/chords';
import { plural } from '@/lib/format';
import classes from './Guidelines.module.css';
import { type Movable, MoveButtons } from './MoveButtons';
import { moved, usesOf } from './model';

type Value = Label['values'][number];

interface LabelValuesProps {
  label: Label;
  published: Label | undefined;
  usage: LabelUsage | undefined;
  error: string | undefined;
  onChange: (values: Value[]) => void;
}

export function LabelValues({ label, published, usage, error, onChange }: LabelValuesProps) {
  const { values } = label;
  const [inUse, setInUse] = useState<string | null>(null);
  const put = (key: string, next: Partial<Value>) =>
    onChange(values.map((value) => (value.key === key ? { ...value, ...next } : value)));
  const remove = (key: string) => {
    const uses = published ? usesOf(usage, label.key, key) : 0;
    if (uses === 0) onChange(values.filter((value) => value.key !== key));
    setInUse(uses > 0 ? key : null);
  };
  return (
    <fieldset className={classes.values}>
      <legend>Values</legend>
      {values.length > 0 && (
        <ol>
          {values.map((value, i) => (
            <ValueItem
              key={value.key}
              value={value}
              isStored={published?.values.some(({ key }) => key === value.key) ?? false}
              uses={usesOf(usage, label.key, value.key)}
              isFirst={i === 0}
              isLast={i === values.length - 1}
              onChange={(next) => put(value.key, next)}
              onMove={(by) => onChange(moved(values, value.key, by))}
              onRemove={() => remove(value.key)}
            />
          ))}
        </ol>
      )}
      {inUse && (
        <InUse
          name={inUse}
          uses={usesOf(usage, label.key, inUse)}
          onHide={() => {
            put(inUse, { hidden: true });
            setInUse(null);
          }}
        />
      )}
      <NewValue
        values={values}
        error={error}
        onAdd={(key) => onChange([...values, { key, name: key, hidden: false }])}
      />
    </fieldset>
  );
}

interface ValueItemProps extends Movable {
  value: Value;
  isStored: boolean;
  uses: number;
  onChange: (next: Partial<Value>) => void;
  onRemove: () => void;
}

function ValueItem({ value: { key, name, hidden }, isStored, uses, isFirst, isLast, ...on }: ValueItemProps) {
  return (
    <li data-hidden={hidden || undefined}>
      <TextInput
        aria-label={`Name of ${key}`}
        maxLength={60}
        value={name}
        onChange={(event) => on.onChange({ name: event.currentTarget.value })}
      />
      {isStored && name !== key && <code title="Stored with rows">{key}</code>}
      <small className="num">{plural(uses, 'row')}</small>
      <Checkbox
        label="hidden"
        aria-label={`${name} is hidden`}
        checked={hidden}
        onChange={(event) => on.onChange({ hidden: event.currentTarget.checked })}
      />
      <MoveButtons name={name} isFirst={isFirst} isLast={isLast} onMove={on.onMove} />
      <button type="button" className={classes.icon} aria-label={`Delete ${name}`} onClick={on.onRemove}>
        <IconX size={15} stroke={1.75} aria-hidden="true" />
      </button>
    </li>
  );
}

interface NewValueProps {
  values: readonly Value[];
  error: string | undefined;
  onAdd: (key: string) => void;
}

function NewValue({ values, error, onAdd }: NewValueProps) {
  const [text, setText] = useState('');
  const key = text.trim();
  const isKnown = values.some((value) => value.key === key);
  const add = () => {
    if (!key || isKnown) return;
    onAdd(key);
    setText('');
  };
  return (
    <Group gap={8} align="flex-start">
      <TextInput
        aria-label="New value"
        placeholder="New value"
        maxLength={60}
        value={text}
        error={isKnown ? 'This value is there already.' : error}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          add();
        }}
      />
      <Button onClick={add} disabled={!key || isKnown}>
        Add
      </Button>
    </Group>
  );
}

/** Why a label or value cannot be deleted, and the way out. */
export function InUse({ name, uses, onHide }: { name: string; uses: number; onHide: () => void }) {
  return (
    <p className={classes.inUse} role="alert">
      {name} is used in {plural(uses, 'row')}. Hide it instead.{' '}
      <Button size="compact-sm" onClick={onHide}>
        Hide it
      </Button>
    </p>
  );
}
