import { Button, NativeSelect, Tabs } from '@mantine/core';
import { useChangeFile } from '@/api/imports';
import type { FileChange } from '@/api/imports.paths';
import type { ImportFile } from '@/api/types';
import { language } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import classes from './Imports.module.css';
import { LeftOutList } from './LeftOutList';
import { languageTags } from './languages';
import { leftOut } from './model';
import { Preview } from './Preview';
import { Problems } from './Problems';
import { SourceLines } from './SourceLines';

interface FilePanelProps {
  batch: number;
  file: ImportFile;
  editable: boolean;
}

/** One file: what is wrong with it, how it was read, what was left out, and what can be said about it. */
export function FilePanel({ batch, file, editable }: FilePanelProps) {
  const change = useChangeFile();
  const say = (changes: FileChange) => change.mutate({ id: batch, file: file.id, ...changes });
  const wrong = file.problems.length;
  const tags = [...new Set([file.language, ...languageTags])];
  return (
    <section className={classes.panel} aria-label={file.name}>
      <div className={classes.panelHead}>
        <h2>{file.name}</h2>
        <span className="soft">{file.format_label}</span>
        <span className={classes.choices}>
          {file.choices && file.choices.length > 1 && (
            <NativeSelect
              size="xs"
              label="Read as"
              value={file.format}
              disabled={!editable || change.isPending}
              onChange={(event) => say({ format: event.currentTarget.value })}
              data={file.choices.map(({ format, label }) => ({ value: format, label }))}
            />
          )}
          {file.format && (
            <NativeSelect
              size="xs"
              label="Language"
              value={file.language}
              disabled={!editable || change.isPending}
              onChange={(event) => say({ language: event.currentTarget.value })}
              data={tags.map((tag) => ({ value: tag, label: language(tag) }))}
            />
          )}
        </span>
      </div>
      {change.isError && <ErrorNote error={change.error} />}
      <Tabs key={file.id} defaultValue={wrong > 0 ? 'problems' : 'preview'} className={classes.tabs}>
        <Tabs.List>
          <Tabs.Tab value="problems">
            Errors <small>{wrong}</small>
          </Tabs.Tab>
          <Tabs.Tab value="preview">Preview</Tabs.Tab>
          <Tabs.Tab value="left">
            Left out <small>{leftOut(file)}</small>
          </Tabs.Tab>
          {file.head && file.head.length > 0 && <Tabs.Tab value="file">File</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="problems" className={classes.tabPanel}>
          <Problems problems={file.problems} name={file.name} />
        </Tabs.Panel>
        <Tabs.Panel value="preview" className={classes.tabPanel}>
          <Preview file={file} />
        </Tabs.Panel>
        <Tabs.Panel value="left" className={classes.tabPanel}>
          <LeftOutList
            entries={file.left_out}
            disabled={!editable || change.isPending}
            onPutBack={(put_back) => say({ put_back })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="file" className={classes.tabPanel}>
          <SourceLines lines={file.head ?? []} />
        </Tabs.Panel>
      </Tabs>
      {editable && (
        <div className={classes.acts}>
          <Button loading={change.isPending} onClick={() => say({ include: !file.include })}>
            {file.include ? 'Leave it out' : 'Take it in again'}
          </Button>
        </div>
      )}
    </section>
  );
}
