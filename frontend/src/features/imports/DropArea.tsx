import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import classes from './Imports.module.css';

interface DropAreaProps {
  first: boolean;
  busy: boolean;
  onFiles: (files: File[]) => void;
}

/** Files dropped anywhere on it, or chosen. Folders are dropped as the files the browser gives. */
export function DropArea({ first, busy, onFiles }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0) onFiles(files);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button inside is for everybody
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconUpload size={18} stroke={1.75} aria-hidden="true" />
      <div>
        <p>
          <b>{first ? 'Drop files here' : 'Drop more files here'}</b> or{' '}
          <button type="button" onClick={() => input.current?.click()} disabled={busy}>
            choose them
          </button>
          .
        </p>
        <small role="status">
          {busy
            ? 'Reading the files'
            : 'PDF, TEI, JATS, LaTeX, Markdown, text, SRT, VTT, TTML, Whisper and Azure JSON, TSV, TMX, XLIFF, PPTX, zip with a manifest'}
        </small>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
