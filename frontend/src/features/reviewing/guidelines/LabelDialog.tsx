/** One label: what it is called, what it holds, and which rows it is given to. What rows have is hidden, not deleted. */

import { Button, Checkbox, Group, Select, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import type { Label, LabelUsage } from '@/features/reviewing/requests/guidelines';
import { appliesTo, labelTypes } from '@/lib/labels';
import { FormDialog } from '@/ui/FormDialog';
import { InUse, LabelValues } from './LabelValues';
import { faultOf, isBuiltIn, keyFrom, longestKey, shortcuts, usesOf } from './model';

interface Props {
  /** Its key is empty for a new one. */
  label: Label;
  others: readonly Label[];
  /** As the version that is compared with has it. */
  published: Label | undefined;
  usage: LabelUsage | undefined;
  onClose: () => void;
  onSave: (label: Label) => void;
  onDelete: () => void;
}

const options = <Key extends string>(words: Readonly<Record<Key, string>>) =>
  (Object.entries(words) as [Key, string][]).map(([value, label]) => ({ value, label }));

export function LabelDialog({ label: start, others, published, usage, onClose, onSave, onDelete }: Props) {
  const narrow = useMediaQuery('(max-width: 699px)');
  const { label, isNew, change, rename, hide, faultAt, save } = useLabelForm(start, others, onSave);
  const [isInUse, setInUse] = useState(false);
  const fixed = isBuiltIn(start);
  const isPublished = published !== undefined;
  const uses = isNew ? 0 : usesOf(usage, start.key);
  return (
    <FormDialog opened onClose={onClose} title={isNew ? 'Add a label' : start.name} size={560} fullScreen={narrow}>
      <form onSubmit={save} style={{ display: 'grid', gap: 12 }} noValidate>
        <TextInput
          label="Name"
          data-autofocus
          maxLength={60}
          value={label.name}
          error={faultAt('name')}
          onChange={(event) => rename(event.currentTarget.value)}
        />
        <TextInput
          label="Key"
          description={
            isPublished ? 'Stored with rows; it never changes.' : 'Stored with rows, and its column in exports.'
          }
          maxLength={longestKey}
          value={label.key}
          disabled={isPublished || fixed}
          error={faultAt('key')}
          onChange={({ currentTarget: { value } }) => change({ key: value })}
        />
        <Select
          label="Kind of value"
          allowDeselect={false}
          value={label.type}
          disabled={fixed || (isPublished && uses > 0)}
          data={options(labelTypes)}
          onChange={(type) => change({ type: type as Label['type'], values: type === 'yes_no' ? [] : label.values })}
        />
        {label.type !== 'yes_no' && (
          <LabelValues
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
          <ShortcutField value={label.shortcut} others={others} onChange={(shortcut) => change({ shortcut })} />
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
            onChange={(event) => hide(event.currentTarget.checked)}
          />
        )}
        {isInUse && (
          <InUse
            name={start.name}
            uses={uses}
            onHide={() => {
              hide(true);
              setInUse(false);
            }}
          />
        )}
        <Group gap={8} align="flex-start">
          <Button type="submit" variant="filled">
            {isNew ? 'Add' : 'Apply'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <span className="grow" />
          {!isNew && !fixed && <Button onClick={() => (uses === 0 ? onDelete() : setInUse(true))}>Delete</Button>}
        </Group>
      </form>
    </FormDialog>
  );
}

interface ShortcutFieldProps {
  value: Label['shortcut'];
  others: readonly Label[];
  onChange: (shortcut: Label['shortcut']) => void;
}

function ShortcutField({ value, others, onChange }: ShortcutFieldProps) {
  return (
    <Select
      label="Shortcut"
      description="The digit that gives it in the editor."
      value={value === null ? '' : String(value)}
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
      onChange={(digit) => onChange(digit ? (Number(digit) as Label['shortcut']) : null)}
    />
  );
}

/** A label that is being written, and what is wrong with it once somebody has tried to save it. */
export function useLabelForm(start: Label, others: readonly Label[], onSave: (label: Label) => void) {
  const [label, setLabel] = useState(start);
  const [isTried, setTried] = useState(false);
  const isNew = start.key === '';
  const change = (next: Partial<Label>) => setLabel((before) => ({ ...before, ...next }));
  const fault = faultOf(label, others);
  return {
    label,
    isNew,
    change,
    /** The key of a new label follows its name until somebody writes one. */
    rename: (name: string) =>
      change(isNew && label.key === keyFrom(label.name) ? { name, key: keyFrom(name) } : { name }),
    hide: (hidden: boolean) => change({ hidden, ...(hidden && { required: false }) }),
    faultAt: (field: NonNullable<typeof fault>['field']) =>
      isTried && fault?.field === field ? fault.text : undefined,
    save: (event: FormEvent) => {
      event.preventDefault();
      setTried(true);
      if (!fault) onSave({ ...label, name: label.name.trim() });
    },
  };
}
