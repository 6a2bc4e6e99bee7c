import { Tabs } from '@mantine/core';
import type { FileChange, ImportFile } from '@/api/types';
import { About, aboutFields } from './About';
import { ArchiveEntries } from './ArchiveEntries';
import { Changes } from './Changes';
import { Columns } from './Columns';
import { needsColumns } from './columns';
import classes from './FilePanel.module.css';
import { LeftOutList } from './LeftOutList';
import { Preview } from './Preview';
import { Problems, SourceLines } from './Problems';

interface FileTabsProps {
  file: ImportFile;
  editable: boolean;
  busy: boolean;
  onChange: (change: FileChange) => void;
}

/** What is known about a file, by subject; the one that needs attention opens first. */
export function FileTabs({ file, editable, busy, onChange }: FileTabsProps) {
  const disabled = !editable || busy;
  const { problems, head, left_out, n_left_out, n_errors, n_warnings, n_entries } = file;
  const diffs = file.documents.filter(({ diff }) => diff.length > 0);
  const fields = aboutFields(file);
  const { without_lines = [] } = file.options as { without_lines?: number[] };
  const leaveOut = (line: number) => onChange({ without_lines: [...without_lines, line] });
  const areWarnings = n_errors === 0 && n_warnings > 0;
  return (
    <Tabs
      defaultValue={needsColumns(file) ? 'columns' : problems.length > 0 ? 'problems' : 'preview'}
      className={classes.tabs}
    >
      <Tabs.List>
        <Tabs.Tab value="problems">
          {areWarnings ? 'Warnings' : 'Errors'} <small>{areWarnings ? n_warnings : n_errors}</small>
        </Tabs.Tab>
        <Tabs.Tab value="preview">{n_entries > 0 ? 'Entries' : 'Preview'}</Tabs.Tab>
        {file.columns && <Tabs.Tab value="columns">Columns</Tabs.Tab>}
        {diffs.length > 0 && <Tabs.Tab value="changes">Changes</Tabs.Tab>}
        {n_entries === 0 && (
          <Tabs.Tab value="left">
            Not used <small>{n_left_out}</small>
          </Tabs.Tab>
        )}
        {fields.length > 0 && <Tabs.Tab value="about">About</Tabs.Tab>}
        {head.length > 0 && <Tabs.Tab value="file">{n_entries > 0 ? 'Manifest' : 'File'}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="problems" className={classes.tabPanel}>
        <Problems
          problems={problems}
          name={file.name}
          {...(file.format === 'timeline' && !disabled && { onLeaveOut: leaveOut })}
        />
        {n_errors > 0 && file.preview.units.length > 0 && (
          <>
            <h3 className={classes.rest}>Read without errors: {file.summary}</h3>
            <Preview file={file} />
          </>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="preview" className={classes.tabPanel}>
        {n_entries > 0 ? (
          <ArchiveEntries file={file} disabled={disabled} onChange={onChange} />
        ) : (
          <Preview file={file} />
        )}
      </Tabs.Panel>
      {file.columns && (
        <Tabs.Panel value="columns" className={classes.tabPanel}>
          <Columns file={file} columns={file.columns} editable={editable} busy={busy} onChange={onChange} />
        </Tabs.Panel>
      )}
      {fields.length > 0 && (
        <Tabs.Panel value="about" className={classes.tabPanel}>
          <About file={file} disabled={!editable} busy={busy} onChange={onChange} />
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
