import { Button, FileButton, Tabs } from '@mantine/core';
import { useChangeFile, useImportFile, useReplaceFile } from '@/api/imports';
import type { FileChange, ImportFile } from '@/api/types';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { About } from './About';
import { aboutFields } from './about';
import { Changes } from './Changes';
import { Columns } from './Columns';
import { needsColumns } from './columns';
import { FileChoices } from './FileChoices';
import classes from './FilePanel.module.css';
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
  // What is asked for while a worker has the file would stand for what the file holds.
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
        {file?.state === 'reading' && <p className={classes.pad}>A worker reads it; what is in it shows here then.</p>}
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
              {listed.include ? 'Leave it out' : 'Take it in again'}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

interface FileTabsProps {
  file: ImportFile;
  editable: boolean;
  busy: boolean;
  onChange: (change: FileChange) => void;
}

function FileTabs({ file, editable, busy, onChange }: FileTabsProps) {
  const disabled = !editable || busy;
  const { problems, head, left_out, n_left_out, n_errors, n_warnings, n_talks } = file;
  const diffs = file.documents.filter(({ diff }) => diff.length > 0);
  const fields = aboutFields(file);
  const faults = n_errors === 0 && n_warnings > 0 ? 'Warnings' : 'Errors';
  return (
    <Tabs
      defaultValue={needsColumns(file) ? 'columns' : problems.length > 0 ? 'problems' : 'preview'}
      className={classes.tabs}
    >
      <Tabs.List>
        <Tabs.Tab value="problems">
          {faults} <small>{problems.length}</small>
        </Tabs.Tab>
        <Tabs.Tab value="preview">{n_talks > 0 ? 'Talks' : 'Preview'}</Tabs.Tab>
        {file.columns && <Tabs.Tab value="columns">Columns</Tabs.Tab>}
        {diffs.length > 0 && <Tabs.Tab value="changes">Changes</Tabs.Tab>}
        {n_talks === 0 && (
          <Tabs.Tab value="left">
            Left out <small>{n_left_out}</small>
          </Tabs.Tab>
        )}
        {fields.length > 0 && <Tabs.Tab value="about">About</Tabs.Tab>}
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
        {n_talks > 0 ? <Talks file={file} disabled={disabled} onChange={onChange} /> : <Preview file={file} />}
      </Tabs.Panel>
      {file.columns && (
        <Tabs.Panel value="columns" className={classes.tabPanel}>
          <Columns file={file} columns={file.columns} editable={editable} busy={busy} onChange={onChange} />
        </Tabs.Panel>
      )}
      {fields.length > 0 && (
        <Tabs.Panel value="about" className={classes.tabPanel}>
          <About file={file} disabled={disabled} onChange={onChange} />
        </Tabs.Panel>
      )}
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
