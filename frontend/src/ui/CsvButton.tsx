import { Button } from '@mantine/core';
import { type Cell, csv } from '@/lib/csv';
import { download } from '@/lib/download';

interface CsvButtonProps {
  /** The file's name, without `.csv`. */
  name: string;
  /** The name of the table or plot. */
  of: string;
  header: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** What the button says, where several stand side by side. */
  label?: string;
}

/** Saves the figures of a table or a plot as they are shown. */
export function CsvButton({ name, of, header, rows, label = 'CSV' }: CsvButtonProps) {
  const save = () => download(`${name}.csv`, csv(header, rows), 'text/csv;charset=utf-8');
  return (
    <Button size="compact-sm" variant="subtle" onClick={save} aria-label={`${of} as CSV`}>
      {label}
    </Button>
  );
}
