/** One label: what it is called, what it holds, and which rows it is given to. What rows have is hidden, not deleted. */

import { Button, Checkbox, Modal, Select, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { Label, LabelUsage } from '@/api/guidelines';
import { plural } from '@/lib/format';
import { appliesTo, labelTypes } from '@/lib/labels';
import classes from './Guidelines.module.css';
import { faultOf, isBuiltIn, keyFrom, shortcuts, usesOf } from './model';

interface Props {
  /** Its key is empty for a new one. */
  label: Label;
  others: readonly Label[];
  isPublished: boolean;
  published: Label | undefined;
  usage: LabelUsage | undefined;
  onClose: () => void;
  onSave: (label: Label) => void;
  onDelete: () => void;
}

const options = <Key extends string>(words: Readonly<Record<Key, string>>) =>
  (Object.entries(words) as [Key, string][]).map(([value, label]) => ({ value, label }));

export function LabelDialog({ label: start, others, isPublished, published, usage, onClose, onSave, onDelete }: Props) {
  const narrow = useMediaQuery('(max-width: 699px)');
  const [label, setLabel] = useState(start);
  const [asked, setAsked] = useState(false);
  const [inUse, setInUse] = useState<string | null>(null);
  const isNew = start.key === '';
  const fixed = isBuiltIn(start);
  const change = (next: Partial<Label>) => setLabel((before) => ({ ...before, ...next }));
  const fault = faultOf(label, others);
  const faultAt = (field: NonNullable<typeof fault>['field']) =>
    asked && fault?.field === field ? fault.text : undefined;
  const save = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!fault) onSave({ ...label, name: label.name.trim() });
  };
  const uses = isNew ? 0 : usesOf(usage, start.key);
  const remove = () => {
    if (uses === 0) onDelete();
    else setInUse(`${start.name} is used in ${plural(uses, 'row')}. Hide it instead.`);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={isNew ? 'Add a label' : start.name}
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
      fullScreen={narrow}
    >
      <form onSubmit={save} className={classes.form} noValidate>
        <TextInput
          label="Name"
          data-autofocus
          maxLength={60}
          value={label.name}
          error={faultAt('name')}
          onChange={({ currentTarget: { value: name } }) =>
            // The key goes with the name until somebody writes one.
            change(isNew && label.key === keyFrom(label.name) ? { name, key: keyFrom(name) } : { name })
          }
        />
        <TextInput
          label="Key"
          description={
            isPublished ? 'Stored with rows; it never changes.' : 'Stored with rows, and its column in exports.'
          }
          maxLength={40}
          value={label.key}
          disabled={isPublished || fixed}
          error={faultAt('key')}
          onChange={({ currentTarget: { value } }) => change({ key: value })}
        />
        <Select
          label="Holds"
          allowDeselect={false}
          value={label.type}
          disabled={fixed || (isPublished && uses > 0)}
          data={options(labelTypes)}
          onChange={(type) => change({ type: type as Label['type'], values: type === 'yes_no' ? [] : label.values })}
        />
        {label.type !== 'yes_no' && (
          <Values
            label={label}
            published={published}
            usage={usage}
            error={faultAt('values')}
            onChange={(values) => change({ values })}
          />
        )}
        <Select
          label="Applies to"
          allowDeselect={false}
          value={label.applies_to}
          disabled={fixed}
          data={options(appliesTo)}
          onChange={(value) => change({ applies_to: value as Label['applies_to'] })}
        />
        {!fixed && (
          <Select
            label="Shortcut"
            description="The digit that gives it in the editor."
            value={label.shortcut === null ? '' : String(label.shortcut)}
            allowDeselect={false}
            data={[
              { value: '', label: 'none' },
              ...shortcuts.map((digit) => {
                const taken = others.find(({ shortcut }) => shortcut === digit);
                return {
                  value: String(digit),
                  label: taken ? `${digit}, ${taken.name} has it` : String(digit),
                  disabled: !!taken,
                };
              }),
            ]}
            onChange={(value) => change({ shortcut: value ? (Number(value) as Label['shortcut']) : null })}
          />
        )}
        <Checkbox
          label="Required"
          description="Rows that lack it are counted before a review is submitted."
          checked={label.required}
          disabled={label.hidden}
          onChange={(event) => change({ required: event.currentTarget.checked })}
        />
        {!isNew && (
          <Checkbox
            label="Hidden"
            description="No longer offered. Rows keep it."
            checked={label.hidden}
            onChange={(event) =>
              change({ hidden: event.currentTarget.checked, ...(event.currentTarget.checked && { required: false }) })
            }
          />
        )}
        {inUse && (
          <p className={classes.inUse} role="alert">
            {inUse}{' '}
            <Button
              size="compact-sm"
              onClick={() => {
                change({ hidden: true, required: false });
                setInUse(null);
              }}
            >
              Hide it
            </Button>
          </p>
        )}
        <div className={classes.row}>
          <Button type="submit" variant="filled">
            {isNew ? 'Add' : 'Apply'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <span className={classes.grow} />
          {!isNew && !fixed && <Button onClick={remove}>Delete</Button>}
        </div>
      </form>
    </Modal>
  );
}

interface ValuesProps {
  label: Label;
  published: Label | undefined;
  usage: LabelUsage | undefined;
  error: string | undefined;
  onChange: (values: Label['values']) => void;
}

function Values({ label, published, usage, error, onChange }: ValuesProps) {
  const { values } = label;
  const [text, setText] = useState('');
  const [inUse, setInUse] = useState<string | null>(null);
  const isKnown = values.some(({ key }) => key === text.trim());
  const add = () => {
    const key = text.trim();
    if (!key || isKnown) return;
    onChange([...values, { key, name: key, hidden: false }]);
    setText('');
  };
  const put = (key: string, next: Partial<Label['values'][number]>) =>
    onChange(values.map((value) => (value.key === key ? { ...value, ...next } : value)));
  const move = (at: number, by: -1 | 1) => {
    const next = [...values];
    const [value] = next.splice(at, 1);
    if (value) next.splice(at + by, 0, value);
    onChange(next);
  };
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
          {values.map(({ key, name, hidden }, i) => {
            const isStored = published?.values.some((value) => value.key === key) ?? false;
            return (
              <li key={key} data-hidden={hidden || undefined}>
                <TextInput
                  aria-label={`Name of ${key}`}
                  maxLength={60}
                  value={name}
                  onChange={(event) => put(key, { name: event.currentTarget.value })}
                />
                {isStored && name !== key && <code title="Stored with rows">{key}</code>}
                <small className="num">{plural(usesOf(usage, label.key, key), 'row')}</small>
                <Checkbox
                  label="hidden"
                  aria-label={`${name} is hidden`}
                  checked={hidden}
                  onChange={(event) => put(key, { hidden: event.currentTarget.checked })}
                />
                <button
                  type="button"
                  className={classes.icon}
                  disabled={i === 0}
                  aria-label={`Move ${name} up`}
                  onClick={() => move(i, -1)}
                >
                  <IconArrowUp size={15} stroke={1.75} aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className={classes.icon}
                  disabled={i === values.length - 1}
                  aria-label={`Move ${name} down`}
                  onClick={() => move(i, 1)}
                >
                  <IconArrowDown size={15} stroke={1.75} aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className={classes.icon}
                  aria-label={`Delete ${name}`}
                  onClick={() => remove(key)}
                >
                  <IconX size={15} stroke={1.75} aria-hidden="true" />
                </button>
              </li>
            );
          })}
        </ol>
      )}
      {inUse && (
        <p className={classes.inUse} role="alert">
          {inUse} is used in {plural(usesOf(usage, label.key, inUse), 'row')}. Hide it instead.{' '}
          <Button
            size="compact-sm"
            onClick={() => {
              put(inUse, { hidden: true });
              setInUse(null);
            }}
          >
            Hide it
          </Button>
        </p>
      )}
      <div className={classes.row}>
        <TextInput
          aria-label="New value"
          placeholder="New value"
          maxLength={60}
          value={text}
          error={isKnown ? 'This value is there already.' : error}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add} disabled={!text.trim() || isKnown}>
          Add
        </Button>
      </div>
    </fieldset>
  );
}
