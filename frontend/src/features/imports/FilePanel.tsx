import { Button, FileButton, Tabs } from '@mantine/core';
import { useChangeFile, useImportFile, useReplaceFile } from '@/api/imports';
import type { FileChange, ImportFile } from '@/api/types';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Changes } from './Changes';
import { FileChoices } from './FileChoices';
import classes from './Imports.module.css';
import { LeftOutList } from './LeftOutList';
import { Preview } from './Preview';
import { Problems } from './Problems';
import { SourceLines } from './SourceLines';
import { Talks } from './Talks';

interface FilePanelProps {
  id: string;
  batch: number;
  file: ImportFile;
  editable: boolean;
}

/** One file: what is wrong with it, how it was read, what was left out, and what can be said about it. */
export function FilePanel({ id, batch, file: listed, editable }: FilePanelProps) {
  const change = useChangeFile();
  const replace = useReplaceFile();
  const full = useImportFile(batch, listed.id, !listed.is_full);
  const file = listed.is_full ? listed : full.data;
  const busy = change.isPending || replace.isPending;
  const say = (changes: FileChange) => change.mutate({ id: batch, file: listed.id, ...changes });
  const error = change.error ?? replace.error ?? full.error;
  return (
    <section id={id} className={classes.panel} aria-label={listed.name}>
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
      {file?.state === 'reading' && <p className={classes.pad}>A worker reads it; what is in it shows here then.</p>}
      {!file && !error && <Loading what={listed.name} />}
      {file && file.state !== 'reading' && (
        <FileTabs key={file.id} file={file} disabled={!editable || busy} onChange={say} />
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
            {listed.include ? 'Leave it out' : 'Take it in again'}
          </Button>
        </div>
      )}
    </section>
  );
}

interface FileTabsProps {
  file: ImportFile;
  disabled: boolean;
  onChange: (change: FileChange) => void;
}

function FileTabs({ file, disabled, onChange }: FileTabsProps) {
  const { problems, head, left_out, n_left_out, n_errors, n_warnings, n_talks } = file;
  const diffs = file.documents.filter(({ diff }) => diff.length > 0);
  const faults = n_errors === 0 && n_warnings > 0 ? 'Warnings' : 'Errors';
  return (
    <Tabs defaultValue={problems.length > 0 ? 'problems' : 'preview'} className={classes.tabs}>
      <Tabs.List>
        <Tabs.Tab value="problems">
          {faults} <small>{problems.length}</small>
        </Tabs.Tab>
        <Tabs.Tab value="preview">{n_talks > 0 ? 'Talks' : 'Preview'}</Tabs.Tab>
        {diffs.length > 0 && <Tabs.Tab value="changes">Changes</Tabs.Tab>}
        {n_talks === 0 && (
          <Tabs.Tab value="left">
            Left out <small>{n_left_out}</small>
          </Tabs.Tab>
        )}
        {head.length > 0 && <Tabs.Tab value="file">{n_talks > 0 ? 'Manifest' : 'File'}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="problems" className={classes.tabPanel}>
        <Problems problems={problems} name={file.name} />
        {n_errors > 0 && file.preview.units.length > 0 && (
          <>
            <h3 className={classes.rest}>Read without fault: {file.summary}</h3>
            <Preview file={file} />
          </>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="preview" className={classes.tabPanel}>
        {n_talks > 0 ? <Talks talks={file.talks} /> : <Preview file={file} />}
      </Tabs.Panel>
      <Tabs.Panel value="changes" className={classes.tabPanel}>
        {diffs.map((document) => (
          <Changes key={`${document.kind} ${document.side} ${document.external_id}`} document={document} />
        ))}
      </Tabs.Panel>
      <Tabs.Panel value="left" className={classes.tabPanel}>
        <LeftOutList entries={left_out} disabled={disabled} onPutBack={(put_back) => onChange({ put_back })} />
      </Tabs.Panel>
      <Tabs.Panel value="file" className={classes.tabPanel}>
        <SourceLines lines={head} />
      </Tabs.Panel>
    </Tabs>
  );
}
