import { Button } from '@mantine/core';
import { type Cell, csv } from '@/lib/csv';

interface CsvButtonProps {
  /** Of the file, without `.csv`. */
  name: string;
  /** What the table or plot is called. */
  of: string;
  header: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** Saves the figures of a table or a plot as they are shown. */
export function CsvButton({ name, of, header, rows }: CsvButtonProps) {
  const save = () => {
    const address = URL.createObjectURL(new Blob([csv(header, rows)], { type: 'text/csv;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `${name}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };
  return (
    <Button size="compact-sm" variant="subtle" onClick={save} aria-label={`${of} as CSV`}>
      CSV
    </Button>
  );
}
