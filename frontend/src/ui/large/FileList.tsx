import { IconDownload } from '@tabler/icons-react';
import { bytes } from '@/lib/format';
import classes from './FileList.module.css';

interface FrozenFile {
  form: string;
  label: string;
  size: number;
  sha256: string;
}

interface FileListProps<File extends FrozenFile> {
  files: readonly File[];
  addressOf: (form: string) => string;
  /** A note on a file, below it. */
  noteOf?: (file: File) => string;
}

const isWhole = ({ form }: FrozenFile) => form === 'all';

/** Files to download, each with its size and the first 8 digits of its SHA-256; the one that holds all others first. */
export function FileList<File extends FrozenFile>({ files, addressOf, noteOf }: FileListProps<File>) {
  return (
    <ul className={classes.files}>
      {[...files.filter(isWhole), ...files.filter((file) => !isWhole(file))].map((file) => (
        <li key={file.form} data-whole={isWhole(file) || undefined}>
          <a href={addressOf(file.form)} download>
            <IconDownload size={14} stroke={1.75} aria-hidden="true" />
            {file.label}
          </a>
          <span className="num">{bytes(file.size)}</span>
          <code title={file.sha256}>{file.sha256.slice(0, 8)}</code>
          {noteOf?.(file) && <small>{noteOf(file)}</small>}
        </li>
      ))}
    </ul>
  );
}
