import type { ImportFile } from '@/api/types';

export type Mapping = Record<string, number>;

/** What a column of a table can hold, in the order it is offered. */
export const roles: Record<string, string> = {
  source: 'Source',
  target: 'Target',
  offline: 'Offline translation',
  talk: 'Talk id',
  name: 'Talk title',
  interpreter: 'Interpreter',
  rank: 'Interpreter rank',
  label: 'Label',
  score: 'Score',
  source_language: 'Source language',
  target_language: 'Target language',
};

/** The mapping with a column given a role, or none for ''. A role is of one column: the one that had it loses it. */
export function withRole(mapping: Mapping, column: number, role: string): Mapping {
  const rest = Object.entries(mapping).filter(([name, at]) => at !== column && name !== role);
  return Object.fromEntries(role ? [...rest, [role, column]] : rest);
}

export function roleOf(mapping: Mapping, column: number): string {
  return Object.keys(mapping).find((role) => mapping[role] === column) ?? '';
}

/** Whether somebody has to say which column is which before the table can be read. */
export function needsColumns({ columns }: ImportFile): boolean {
  return columns !== null && (columns.mapping.source === undefined || columns.mapping.target === undefined);
}

interface TableRow {
  /** Unique among the rows of a sample. */
  key: string;
  cells: string[];
}

/** The sample as rows of one width. */
export function tableRows(sample: string[][]): TableRow[] {
  const width = Math.max(0, ...sample.map(({ length }) => length));
  return sample.map((row, index) => ({
    key: `${index}`,
    cells: Array.from({ length: width }, (_, column) => row[column] ?? ''),
  }));
}
