import { Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { FileChange, ImportFile } from '@/api/types';
import classes from './Columns.module.css';
import { type Mapping, roleOf, roles, tableRows, withRole } from './columns';
import shared from './FileChoices.module.css';
import { problemTitle } from './model';
import { Preview } from './Preview';

interface ColumnsProps {
  file: ImportFile;
  columns: NonNullable<ImportFile['columns']>;
  editable: boolean;
  busy: boolean;
  onChange: (change: FileChange) => void;
}

const cuts = [
  { value: '', label: 'split at punctuation if it is Japanese' },
  { value: 'chunks', label: 'split after 、。？！' },
  { value: 'rows', label: 'keep rows whole' },
];

/** Says which column of a table is which; every change is read at once and the rows shown as they would be stored. */
export function Columns({ file, columns, editable, busy, onChange }: ColumnsProps) {
  // What was chosen stands until the server has read it, so that a second choice builds on the first.
  const [edited, setEdited] = useState<Mapping | null>(null);
  useEffect(() => {
    if (!busy) setEdited(null);
  }, [busy]);
  const mapping = edited ?? (columns.mapping as Mapping);
  const options = file.options as { split_target?: string; columns?: unknown; first_row?: string };
  const hasHeadings = columns.headings !== null;
  const errors = file.problems.filter(({ severity }) => severity === 'error');
  const choose = (column: number, role: string) => {
    const next = withRole(mapping, column, role);
    setEdited(next);
    onChange({ columns: next, first_row: hasHeadings ? 'headings' : 'data' });
  };
  return (
    <div aria-busy={busy}>
      <Group gap="8px 20px">
        <Checkbox
          label="First row contains headings"
          checked={hasHeadings}
          disabled={!editable || busy}
          onChange={(event) =>
            onChange({ columns: mapping, first_row: event.currentTarget.checked ? 'headings' : 'data' })
          }
        />
        <NativeSelect
          size="xs"
          classNames={{ root: shared.choice }}
          label="Read the target"
          value={options.split_target ?? ''}
          disabled={!editable || busy}
          data={cuts}
          onChange={(event) => onChange({ split_target: event.currentTarget.value as FileChange['split_target'] })}
        />
        {(options.columns !== undefined || options.first_row !== undefined) && (
          <Button
            variant="subtle"
            color="gray"
            disabled={!editable || busy}
            onClick={() => onChange({ columns: {}, first_row: '' })}
          >
            Detect again
          </Button>
        )}
      </Group>
      <ColumnTable columns={columns} mapping={mapping} editable={editable} onChoose={choose} />
      <p className={classes.state} role="status">
        {busy
          ? 'Reading the table'
          : errors[0]
            ? `${problemTitle(errors[0])}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}`
            : `Read as ${file.summary}:`}
      </p>
      {errors.length === 0 && <Preview file={file} />}
    </div>
  );
}

interface ColumnTableProps {
  columns: ColumnsProps['columns'];
  mapping: Mapping;
  editable: boolean;
  onChoose: (column: number, role: string) => void;
}

/** The first rows of the table, each column with what it is read as. */
function ColumnTable({ columns, mapping, editable, onChoose }: ColumnTableProps) {
  const rows = tableRows(columns.sample);
  const hasHeadings = columns.headings !== null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
    <section className={classes.scroll} tabIndex={0} aria-label="Columns of the table">
      <table>
        <thead>
          <tr>
            {(rows[0]?.cells ?? []).map((_, column) => (
              <th key={column} data-read={roleOf(mapping, column) !== '' || undefined}>
                <NativeSelect
                  size="xs"
                  aria-label={`Column ${column + 1}${hasHeadings ? `, ${columns.headings?.[column] ?? ''}` : ''}`}
                  value={roleOf(mapping, column)}
                  disabled={!editable}
                  data={[
                    { value: '', label: 'not read' },
                    ...Object.entries(roles).map(([value, label]) => ({ value, label })),
                  ]}
                  onChange={(event) => onChoose(column, event.currentTarget.value)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }, index) => (
            <tr key={key} data-heading={(hasHeadings && index === 0) || undefined}>
              {cells.map((cell, column) => (
                <td key={column} dir="auto" data-read={roleOf(mapping, column) !== '' || undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
