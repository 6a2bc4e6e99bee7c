import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { FileChange, ImportedEntry, ImportFile } from '@/api/types';
import { count, plural } from '@/lib/format';
import { SentenceDiff } from '@/ui/SentenceDiff';
import classes from './ArchiveEntries.module.css';
import fileList from './FileList.module.css';

const STEP = 100;

interface ArchiveEntriesProps {
  file: ImportFile;
  disabled: boolean;
  onChange: (change: FileChange) => void;
}

/** The entries of an archive as its manifest names them; those with errors or changes come first. */
export function ArchiveEntries({ file, disabled, onChange }: ArchiveEntriesProps) {
  const { entries } = file;
  const allAsNew = (file.options as { as_new?: boolean }).as_new === true;
  const [shown, setShown] = useState(STEP);
  const ordered = [...entries].sort((one, other) => weight(other) - weight(one));
  return (
    <>
      <ol className={classes.entries}>
        {ordered.slice(0, shown).map((entry) => (
          <li key={entry.id} data-tone={toneOf(entry)}>
            <span dir="auto" className={classes.entry}>
              {entry.title}
            </span>
            <span className={`${fileList.note} ${classes.note}`}>
              {entry.n_errors > 0 ? plural(entry.n_errors, 'error') : entry.status === 'new' ? '' : entry.status}
            </span>
            <NativeSelect
              size="xs"
              aria-label={`Action for ${entry.title}`}
              value={entry.choice}
              disabled={disabled}
              data={choicesFor(entry, allAsNew)}
              onChange={(event) =>
                onChange({ entries: { [entry.id]: event.currentTarget.value as ImportedEntry['choice'] } })
              }
            />
            <small>
              <span className={fileList.name}>{entry.id}</span> {entry.kinds.join(', ')},{' '}
              {plural(entry.n_units, 'line')}
            </small>
            {entry.diff.length > 0 && (
              <details>
                <summary>
                  {count(entry.n_added)} added, {count(entry.n_removed)} removed
                  {entry.n_reviews > 0 &&
                    isNextVersion(entry, allAsNew) &&
                    `; ${plural(entry.n_reviews, 'review')} carried over`}
                </summary>
                <SentenceDiff lines={entry.diff} />
              </details>
            )}
          </li>
        ))}
      </ol>
      {shown < entries.length && (
        <button type="button" className={fileList.more} onClick={() => setShown(shown + STEP)}>
          Show {count(Math.min(STEP, entries.length - shown))} more of {count(entries.length)}
        </button>
      )}
    </>
  );
}

/** The choices for an entry; the first is what happens without a choice. */
function choicesFor(entry: ImportedEntry, allAsNew: boolean): { value: ImportedEntry['choice']; label: string }[] {
  const out = { value: 'leave_out', label: 'skip' } as const;
  if (entry.status !== 'changed') {
    return [{ value: '', label: entry.status === 'unchanged' ? 'keep' : 'import' }, out];
  }
  return allAsNew
    ? [{ value: '', label: 'import as new' }, { value: 'replace', label: 'next version' }, out]
    : [{ value: '', label: 'next version' }, { value: 'new', label: 'import as new' }, out];
}

function isNextVersion({ choice }: ImportedEntry, allAsNew: boolean): boolean {
  return choice === 'replace' || (choice === '' && !allAsNew);
}

function toneOf(entry: ImportedEntry): 'bad' | 'quiet' | undefined {
  if (entry.choice === 'leave_out') return 'quiet';
  return entry.n_errors > 0 ? 'bad' : undefined;
}

function weight(entry: ImportedEntry): number {
  return entry.n_errors > 0 ? 2 : entry.status === 'changed' ? 1 : 0;
}
