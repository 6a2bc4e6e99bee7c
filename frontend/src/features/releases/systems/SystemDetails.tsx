import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import classes from '@/features/releases/Release.module.css';
import {
  type FigureComparison,
  type System,
  type SystemGroup,
  useRemoveSystem,
  useRenameSystem,
  useSystem,
  useSystemComparison,
} from '@/features/releases/requests/systems';
import { chanceText, count, dateTime } from '@/lib/format';
import { chanceFrom } from '@/lib/intervals';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { Pending } from '@/ui/Pending';
import { Table } from '@/ui/Table';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { differenceText, figureText, halfText, lessIsBetter } from './scores';

interface SystemDetailsProps {
  system: System;
  systems: readonly System[];
  mayChange: boolean;
  onClose: () => void;
}

/** One system: its figures by rank, length and talk, and how it compares with another. */
export function SystemDetails({ system, systems, mayChange, onClose }: SystemDetailsProps) {
  const details = useSystem(system.id);
  const remove = useRemoveSystem();
  const columns = system.figures.map(({ key, label }) => ({ key, label }));
  const options = Object.entries(system.options);
  return (
    <section className={classes.details} aria-label={`Scores of ${system.name}`}>
      <Group gap={8} justify="space-between" align="end">
        <h3 dir="auto">{system.name}</h3>
        <Button size="compact-sm" variant="subtle" onClick={onClose}>
          Close
        </Button>
      </Group>
      <p className="soft">
        {count(system.n_rows ?? 0)} rows.
        {system.engine
          ? ` The newest run of each talk${options.length > 0 ? ` with ${options.map(([name, value]) => `${name} ${String(value)}`).join(', ')}` : ''}.`
          : ` ${system.file_name}, uploaded ${dateTime(system.created_at)}${system.created_by ? ` by ${system.created_by.name || system.created_by.username}` : ''}.`}
      </p>
      {system.warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      <Comparison system={system} systems={systems} />
      <Pending of={details} what="the scores" />
      {details.data && (
        <>
          {details.data.by_rank.some(({ name }) => name) && (
            <Groups title="Rank" groups={details.data.by_rank} columns={columns} unnamed="no rank" />
          )}
          {details.data.by_origin.length > 0 && (
            <Groups title="Origin of the gold rows" groups={details.data.by_origin} columns={columns} unnamed="–" />
          )}
          <Groups title="Length of the source" groups={details.data.by_length} columns={columns} unnamed="–" />
          <Groups title="Talk" groups={details.data.by_talk} columns={columns} unnamed="–" />
        </>
      )}
      {mayChange && !system.engine && (
        <Group gap={8} justify="space-between" align="end">
          <Rename key={system.id} system={system} />
          <AskFirst
            verb="Remove"
            label={`Remove ${system.name}`}
            question="Its file and its scores are deleted."
            yes="Remove"
            isPending={remove.isPending}
            onYes={() => remove.mutate(system.id, { onSuccess: onClose })}
          />
        </Group>
      )}
      {remove.isError && <ErrorNote error={remove.error} />}
    </section>
  );
}

interface GroupsProps {
  title: string;
  groups: readonly SystemGroup[];
  columns: readonly { key: string; label: string }[];
  unnamed: string;
}

function Groups({ title, groups, columns, unnamed }: GroupsProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? groups : groups.slice(0, 20);
  return (
    <>
      <Table
        label={`By ${title.toLowerCase()}`}
        className={classes.figures}
        columns={[title, 'Rows', ...columns.map(({ label }) => label)]}
      >
        {shown.map((group) => (
          <tr key={`${group.id} ${group.name}`}>
            <th scope="row" dir="auto" title={group.name}>
              {group.name || unnamed}
            </th>
            <td className="num">{count(group.rows)}</td>
            {columns.map(({ key }) => (
              <td key={key} className="num">
                {figureText(key, group.values[key]?.value ?? null)}{' '}
                <small>{halfText(key, group.values[key]?.half ?? null)}</small>
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {shown.length < groups.length && (
        <Button size="compact-sm" onClick={() => setWhole(true)}>
          Show all {count(groups.length)}
        </Button>
      )}
    </>
  );
}

/** Only systems that were scored on the same rows can be compared. */
function Comparison({ system, systems }: Pick<SystemDetailsProps, 'system' | 'systems'>) {
  const params = useAddressParams();
  const choose = useChooseParams();
  const others = systems.filter(({ id, basis }) => id !== system.id && basis === system.basis);
  const other = others.find(({ id }) => String(id) === params.get('against'));
  const comparison = useSystemComparison(system.id, other?.id ?? null);
  if (others.length === 0) return null;
  return (
    <>
      <Select
        label="Compare with"
        placeholder="Choose a system"
        clearable
        maw={320}
        data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={other ? String(other.id) : null}
        onChange={(against) => choose({ against })}
      />
      <Pending of={comparison} />
      {other && comparison.data && (
        <ul className={classes.compared} aria-label={`${system.name} compared with ${other.name}`} aria-live="polite">
          {comparison.data.map((figure) => (
            <li key={figure.key}>
              <b>{figure.label}</b> <span className="num">{differenceText(figure.key, figure.difference)}</span>{' '}
              <small>
                {chanceText(figure.p)}, {verdict(figure, system.name, other.name)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** "Offline is better", "may be chance" */
function verdict({ key, difference, p }: FigureComparison, first: string, second: string): string {
  if (difference === 0) return 'the same';
  if (p >= chanceFrom) return 'may be chance';
  const isFirst = lessIsBetter(key) ? difference < 0 : difference > 0;
  return `${isFirst ? first : second} is better`;
}

export function Rename({ system }: { system: System }) {
  const rename = useRenameSystem(system.id);
  const { values, field, rest } = useFields({ name: system.name }, rename.error);
  const name = values.name.trim();
  return (
    <Form
      label={`Rename ${system.name}`}
      secondary
      onSubmit={() => rename.mutate(name)}
      error={rest}
      submit="Rename"
      isPending={rename.isPending}
      disabled={!name || name === system.name}
    >
      <TextField label="Name" maxLength={120} {...field('name')} />
    </Form>
  );
}
