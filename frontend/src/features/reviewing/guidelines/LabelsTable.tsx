/** The labels of a version: what rows can be given, in the order of the editor. */

import { Button, Checkbox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { type Label, type LabelUsage, useLabelUsage } from '@/features/reviewing/requests/guidelines';
import { count } from '@/lib/format';
import { appliesTo, labelTypes } from '@/lib/labels';
import { Table } from '@/ui/Table';
import classes from './Guidelines.module.css';
import { LabelDialog } from './LabelDialog';
import { type Movable, MoveButtons } from './MoveButtons';
import { blankLabel, keyOf, moved, newIn, usesOf } from './model';

interface Props {
  slug: string;
  labels: readonly Label[];
  /** Those of the version that they are compared with. */
  published: readonly Label[] | undefined;
  /** Null where they can only be read. */
  onChange: ((labels: Label[]) => void) | null;
}

export function LabelsTable({ slug, labels, published, onChange }: Props) {
  const usage = useLabelUsage(slug).data?.usage;
  const [edited, setEdited] = useState<Label | null>(null);
  const fresh = useMemo(() => newIn(labels, published), [labels, published]);
  const [announced, setAnnounced] = useState('');
  const move = (label: Label, by: -1 | 1) => {
    if (!onChange) return;
    const next = moved(labels, label.key, by);
    onChange(next);
    setAnnounced(`${label.name}: ${next.findIndex(({ key }) => key === label.key) + 1} of ${next.length}.`);
  };
  const put = (key: string, label: Label) => onChange?.(labels.map((other) => (other.key === key ? label : other)));
  return (
    <section className={classes.labels} aria-label="Labels">
      <div className={classes.columnHead}>
        <h2>Labels</h2>
        <small>{labels.length}</small>
        <span className="grow" />
        {onChange && (
          <Button
            leftSection={<IconPlus size={15} stroke={1.75} aria-hidden="true" />}
            onClick={() => setEdited(blankLabel(labels))}
          >
            Add a label
          </Button>
        )}
      </div>
      <Table
        label="Labels"
        head={
          <>
            <th>Key</th>
            <th>Name</th>
            <th>Values</th>
            <th>Applies to</th>
            <th>Required</th>
            <th>Shortcut</th>
            <th data-right>Used in rows</th>
            {onChange && (
              <th>
                <span className="vh">Change</span>
              </th>
            )}
          </>
        }
      >
        {labels.map((label, i) => (
          <LabelRow
            key={label.key}
            label={label}
            fresh={fresh}
            usage={usage}
            isFirst={i === 0}
            isLast={i === labels.length - 1}
            canChange={onChange !== null}
            onChange={(next) => put(label.key, next)}
            onEdit={() => setEdited(label)}
            onMove={(by) => move(label, by)}
          />
        ))}
      </Table>
      <p className="vh" role="status">
        {announced}
      </p>
      {edited && onChange && (
        <LabelDialog
          label={edited}
          others={labels.filter(({ key }) => key !== edited.key)}
          published={published?.find(({ key }) => key === edited.key)}
          usage={usage}
          onClose={() => setEdited(null)}
          onSave={(label) => {
            if (edited.key === '') onChange([...labels, label]);
            else put(edited.key, label);
            setEdited(null);
          }}
          onDelete={() => {
            onChange(labels.filter(({ key }) => key !== edited.key));
            setEdited(null);
          }}
        />
      )}
    </section>
  );
}

interface LabelRowProps extends Movable {
  label: Label;
  fresh: ReadonlySet<string>;
  usage: LabelUsage | undefined;
  canChange: boolean;
  onChange: (label: Label) => void;
  onEdit: () => void;
}

/** One label; Alt with an arrow moves it. */
function LabelRow({ label, fresh, usage, isFirst, isLast, canChange, onChange, onEdit, onMove }: LabelRowProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!by || !event.altKey) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <tr data-hidden={label.hidden || undefined} onKeyDown={onKeyDown}>
      <td data-nowrap>
        <code>{label.key}</code>
      </td>
      <th scope="row">
        <span data-new={fresh.has(label.key) || undefined}>{label.name}</span>
        {label.hidden && <small> hidden</small>}
      </th>
      <td data-label="values">
        {label.type === 'yes_no' ? 'yes, no' : <Values label={label} fresh={fresh} />}{' '}
        {label.type !== 'yes_no' && <small>{labelTypes[label.type].toLowerCase()}</small>}
      </td>
      <td data-label="applies to">{appliesTo[label.applies_to].toLowerCase()}</td>
      <td data-label="required">
        <Checkbox
          aria-label={`${label.name} is required`}
          checked={label.required}
          disabled={!canChange || label.hidden}
          onChange={(event) => onChange({ ...label, required: event.currentTarget.checked })}
        />
      </td>
      <td data-label="shortcut">
        <kbd>{keyOf(label) ?? '–'}</kbd>
      </td>
      <td data-right data-label="used in rows" className="num">
        {usage ? count(usesOf(usage, label.key)) : '…'}
      </td>
      {canChange && (
        <td data-right data-nowrap>
          <Button size="compact-sm" onClick={onEdit} aria-label={`Edit ${label.name}`}>
            Edit
          </Button>{' '}
          <MoveButtons name={label.name} isFirst={isFirst} isLast={isLast} hasKeys onMove={onMove} />
        </td>
      )}
    </tr>
  );
}

function Values({ label, fresh }: { label: Label; fresh: ReadonlySet<string> }) {
  const shown = label.values.filter(({ hidden }) => !hidden);
  const n = label.values.length - shown.length;
  return (
    <>
      {shown.map(({ key, name }, i) => (
        <span key={key}>
          {i > 0 && ', '}
          <span data-new={fresh.has(`${label.key}:${key}`) || undefined} title={name === key ? undefined : key}>
            {name}
          </span>
        </span>
      ))}
      {n > 0 && <small> and {n} hidden</small>}
    </>
  );
}
