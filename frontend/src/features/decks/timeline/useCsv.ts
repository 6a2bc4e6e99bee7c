/** A CSV on its way to become a timeline: its text, which lines are left out, and what the server says of it. */

import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { faultsByLine } from './csv';
import { useReadFile } from './requests';

interface Csv {
  file: File;
  text: string;
  /** Numbers of lines that are left out. */
  without: readonly number[];
  /** Grows with each change. */
  version: number;
}

/** Larger than any timeline that the server takes; a file like that was chosen by mistake. */
const mostBytes = 2 * 1024 ** 2;

export function useCsv(pair: number) {
  const [csv, setCsv] = useState<Csv | null>(null);
  const [problem, setProblem] = useState('');
  // Whoever types is not asked about each letter.
  const [settled] = useDebouncedValue(csv, 300);
  const read = useReadFile(pair, settled, settled?.version ?? 0);
  const change = (next: Partial<Csv>) => setCsv((now) => now && { ...now, ...next, version: now.version + 1 });
  const all = read.data?.faults ?? [];
  const ofFile = all.find(({ line }) => !line);
  return {
    csv,
    problem,
    read: csv ? (read.data?.timeline ?? null) : null,
    /** By the numbers of their lines. */
    faults: faultsByLine(all),
    /** What is wrong with the file rather than with its lines. */
    error: read.error ?? (ofFile ? new Error(ofFile.message) : null),
    isChecking: csv !== null && (csv !== settled || read.isFetching),
    open: async (file: File | null | undefined) => {
      if (!file) return;
      setProblem(file.size > mostBytes ? `${file.name} is too large for a timeline.` : '');
      if (file.size > mostBytes) return;
      const text = await file.text();
      setCsv((now) => ({ file, text, without: [], version: (now?.version ?? 0) + 1 }));
    },
    /** Lines may get other numbers by it, so none stays left out. */
    type: (text: string) => csv && change({ text, without: [], file: new File([text], csv.file.name) }),
    skip: (line: number) => csv && change({ without: [...csv.without, line] }),
    restore: (line: number) => csv && change({ without: csv.without.filter((each) => each !== line) }),
  };
}

export type CsvState = ReturnType<typeof useCsv>;
