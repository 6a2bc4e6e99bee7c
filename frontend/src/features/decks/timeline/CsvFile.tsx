import { Button, FileButton, Group, Textarea } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { NumberedLines } from '@/ui/large/NumberedLines';
import { Part } from '@/ui/Page';
import { linesOf, linesShown } from './csv';
import classes from './Timeline.module.css';
import type { CsvState } from './useCsv';

/** The file: dropped or chosen, edited in place, or line by line with what is wrong. */
export function CsvFile({ of: csv }: { of: CsvState }) {
  const [isEditing, setEditing] = useState(false);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void csv.open(event.dataTransfer.files[0]);
  };
  const file = csv.csv;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button inside is for everybody
    <div
      className={isOver ? classes.over : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Part title={file?.file.name ?? 'File'} note={file && plural(linesOf(file.text).length, 'line')}>
        {!file && (
          <p className="soft">
            Drop a CSV or TSV here. One line for each change: <code>page,start</code> or <code>page,start,end</code>,
            such as <code>10,04:31</code>. Times are seconds, mm:ss or hh:mm:ss; page 0 is no slide.
          </p>
        )}
        <Group gap={8} my={8}>
          <FileButton onChange={(chosen) => void csv.open(chosen)} accept=".csv,.tsv,.txt,text/csv,text/plain">
            {(props) => <Button {...props}>{file ? 'Replace…' : 'Choose a file…'}</Button>}
          </FileButton>
          {file && <Button onClick={() => setEditing(!isEditing)}>{isEditing ? 'Show lines' : 'Edit'}</Button>}
          <span role="status">{file && <Verdict of={csv} />}</span>
        </Group>
        {csv.problem && <ErrorNote error={new Error(csv.problem)} />}
        {csv.error !== null && <ErrorNote error={csv.error} />}
        {file &&
          (isEditing ? (
            <Textarea
              aria-label="Lines of the file"
              rows={14}
              spellCheck={false}
              className={classes.text}
              value={file.text}
              onChange={(event) => csv.type(event.currentTarget.value)}
            />
          ) : (
            <Lines of={csv} text={file.text} without={file.without} />
          ))}
      </Part>
    </div>
  );
}

function Verdict({ of: { isChecking, faults, read, csv } }: { of: CsvState }) {
  if (isChecking) return <span className="soft">Checking</span>;
  if (faults.size > 0) return <b className={classes.wrong}>{plural(faults.size, 'error')}</b>;
  const skipped = csv?.without.length ?? 0;
  return (
    read && (
      <span className="soft">
        {plural(read.stretches.length, 'stretch', 'stretches')}
        {skipped > 0 && `, ${plural(skipped, 'line')} skipped`}
      </span>
    )
  );
}

interface LinesProps {
  of: CsvState;
  text: string;
  without: readonly number[];
}

function Lines({ of: csv, text, without }: LinesProps) {
  const all = linesOf(text);
  const skipped = new Set(without);
  return (
    <NumberedLines
      label="Lines of the file"
      lines={linesShown(all.length, [...csv.faults.keys(), ...without]).map((number) => {
        const line = { number, text: all[number - 1] ?? '' };
        if (skipped.has(number)) {
          const restore = <LineButton verb="Put back" line={number} onClick={csv.restore} />;
          return { ...line, state: 'skipped', note: <>Skipped. {restore}</> };
        }
        const fault = csv.faults.get(number);
        if (!fault) return line;
        const note = (
          <>
            {fault.column && `column ${fault.column}: `}
            {fault.message}. <LineButton verb="Skip" line={number} onClick={csv.skip} />
          </>
        );
        return { ...line, state: 'wrong', note };
      })}
    />
  );
}

function LineButton({ verb, line, onClick }: { verb: string; line: number; onClick: (line: number) => void }) {
  return (
    <button type="button" aria-label={`${verb} line ${line}`} onClick={() => onClick(line)}>
      {verb}
    </button>
  );
}
