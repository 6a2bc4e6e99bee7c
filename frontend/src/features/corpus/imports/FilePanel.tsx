import { Button, FileButton } from '@mantine/core';
import type { FileChange, ImportFile } from '@/api/types';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { FileChoices } from './FileChoices';
import classes from './FilePanel.module.css';
import { FileTabs } from './FileTabs';
import { useChangeFile, useImportFile, useReplaceFile } from './requests';
import { SameName } from './SameName';

interface FilePanelProps {
  id: string;
  batch: number;
  file: ImportFile;
  editable: boolean;
}

/** One file: its errors, how it was read, what was not used, and what a person can set. */
export function FilePanel({ id, batch, file: listed, editable }: FilePanelProps) {
  const change = useChangeFile();
  const replace = useReplaceFile();
  // The answer of a request made while a worker reads the file would be taken for its content.
  const isShort = !listed.is_full && listed.state !== 'reading';
  const full = useImportFile(batch, listed.id, isShort);
  const file = isShort ? full.data : listed;
  const busy = change.isPending || replace.isPending;
  const say = (changes: FileChange) => change.mutate({ id: batch, file: listed.id, ...changes });
  const error = change.error ?? replace.error ?? full.error;
  return (
    <section id={id} className={classes.panel} aria-label={listed.name}>
      {/* Beside a long list it stays in view and scrolls by itself; another file begins at its top. */}
      <div key={listed.id} className={classes.inView}>
        <div className={classes.panelHead}>
          <h2>{listed.name}</h2>
          <span className="soft">{listed.format_label}</span>
          <FileChoices file={listed} disabled={!editable || busy} onChange={say} />
        </div>
        {error && (
          <div className={classes.pad}>
            <ErrorNote error={error} />
          </div>
        )}
        {listed.state !== 'reading' && listed.include && (
          <SameName file={listed} disabled={!editable || busy} onChange={say} />
        )}
        {file?.state === 'reading' && (
          <p className={classes.pad}>This file is being read. Its content will be shown here.</p>
        )}
        {!file && !error && <Loading what={listed.name} />}
        {file && file.state !== 'reading' && (
          <FileTabs key={file.id} file={file} editable={editable} busy={busy} onChange={say} />
        )}
        {editable && (
          <div className={classes.acts}>
            <FileButton onChange={(by) => by && replace.mutate({ id: batch, file: listed.id, by })}>
              {(props) => (
                <Button {...props} loading={replace.isPending}>
                  Replace the file
                </Button>
              )}
            </FileButton>
            <Button loading={change.isPending} onClick={() => say({ include: !listed.include })}>
              {listed.include ? 'Exclude' : 'Include'}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
