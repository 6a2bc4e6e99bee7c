import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { FileChange, ImportedTalk, ImportFile } from '@/api/types';
import { count, plural } from '@/lib/format';
import { Diff } from './Diff';
import fileList from './FileList.module.css';
import classes from './Talks.module.css';

const STEP = 100;

interface TalksProps {
  file: ImportFile;
  disabled: boolean;
  onChange: (change: FileChange) => void;
}

/** The talks of an archive as its manifest names them; what is wrong or changed stands first. */
export function Talks({ file, disabled, onChange }: TalksProps) {
  const { talks } = file;
  const allAsNew = (file.options as { as_new?: boolean }).as_new === true;
  const [shown, setShown] = useState(STEP);
  const ordered = [...talks].sort((one, other) => weight(other) - weight(one));
  return (
    <>
      <ol className={classes.talks}>
        {ordered.slice(0, shown).map((talk) => (
          <li key={talk.id} data-tone={toneOf(talk)}>
            <span dir="auto" className={classes.talk}>
              {talk.title}
            </span>
            <span className={`${fileList.note} ${classes.note}`}>
              {talk.n_errors > 0 ? plural(talk.n_errors, 'error') : talk.status === 'new' ? '' : talk.status}
            </span>
            <NativeSelect
              size="xs"
              aria-label={`What to do with ${talk.title}`}
              value={talk.choice}
              disabled={disabled}
              data={choicesFor(talk, allAsNew)}
              onChange={(event) =>
                onChange({ talks: { [talk.id]: event.currentTarget.value as ImportedTalk['choice'] } })
              }
            />
            <small>
              <span className={fileList.name}>{talk.id}</span> {talk.kinds.join(', ')},{' '}
              {plural(talk.n_units, 'sentence')}
            </small>
            {talk.diff.length > 0 && (
              <details>
                <summary>
                  {count(talk.n_added)} added, {count(talk.n_removed)} removed
                  {talk.n_reviews > 0 &&
                    isNextVersion(talk, allAsNew) &&
                    `; ${plural(talk.n_reviews, 'review')} carried over`}
                </summary>
                <Diff lines={talk.diff} />
              </details>
            )}
          </li>
        ))}
      </ol>
      {shown < talks.length && (
        <button type="button" className={fileList.more} onClick={() => setShown(shown + STEP)}>
          Show {count(Math.min(STEP, talks.length - shown))} more of {count(talks.length)}
        </button>
      )}
    </>
  );
}

/** What can become of a talk; the first is what does unless somebody says otherwise. */
function choicesFor(talk: ImportedTalk, allAsNew: boolean): { value: ImportedTalk['choice']; label: string }[] {
  const out = { value: 'leave_out', label: 'skip' } as const;
  if (talk.status !== 'changed') {
    return [{ value: '', label: talk.status === 'unchanged' ? 'keep' : 'import' }, out];
  }
  return allAsNew
    ? [{ value: '', label: 'import as new' }, { value: 'replace', label: 'next version' }, out]
    : [{ value: '', label: 'next version' }, { value: 'new', label: 'import as new' }, out];
}

function isNextVersion({ choice }: ImportedTalk, allAsNew: boolean): boolean {
  return choice === 'replace' || (choice === '' && !allAsNew);
}

function toneOf(talk: ImportedTalk): 'bad' | 'quiet' | undefined {
  if (talk.choice === 'leave_out') return 'quiet';
  return talk.n_errors > 0 ? 'bad' : undefined;
}

function weight(talk: ImportedTalk): number {
  return talk.n_errors > 0 ? 2 : talk.status === 'changed' ? 1 : 0;
}
