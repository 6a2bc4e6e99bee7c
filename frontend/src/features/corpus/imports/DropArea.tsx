import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import classes from './DropArea.module.css';
import { chosen, type Found, foundIn } from './folders';
import { formatList } from './model';
import { useFormats } from './requests';

interface DropAreaProps {
  first: boolean;
  busy: boolean;
  /** Gets what was found, which may be no file at all. */
  onFound: (dropped: Found) => void;
}

/** Files and folders dropped anywhere on it, or chosen. */
export function DropArea({ first, busy, onFound }: DropAreaProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const formats = useFormats();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!busy) void foundIn(event.dataTransfer).then(onFound);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the buttons inside are for everybody
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
          <button type="button" onClick={() => files.current?.click()} disabled={busy}>
            choose them
          </button>
          , or{' '}
          <button type="button" onClick={() => folder.current?.click()} disabled={busy}>
            choose a folder
          </button>
          .
        </p>
        <small role="status">{busy ? 'Reading the files' : formatList(formats.data ?? [])}</small>
      </div>
      {[files, folder].map((input) => (
        <input
          key={input === folder ? 'folder' : 'files'}
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={input === folder ? 'A folder to import' : 'Files to import'}
          {...(input === folder ? { webkitdirectory: '' } : {})}
          onChange={(event) => {
            if (event.currentTarget.files?.length) onFound(chosen(event.currentTarget.files));
            event.currentTarget.value = '';
          }}
        />
      ))}
    </div>
  );
}
