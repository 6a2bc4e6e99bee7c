import { IconDownload } from '@tabler/icons-react';
import classes from '@/features/releases/Release.module.css';
import {
  checksumsUrl,
  type ReleaseDetail,
  type ReleaseFile,
  releaseFileUrl,
} from '@/features/releases/requests/releases';
import { bytes, count } from '@/lib/format';
import { Part } from '@/ui/Page';

/** The files of a release, each with its size, its checksum and what it cannot carry. */
export function ReleaseDownloads({ release }: { release: ReleaseDetail }) {
  return (
    <Part
      title="Download"
      note="with the first 8 digits of SHA-256"
      actions={
        <a href={checksumsUrl(release.id)} target="_blank" rel="noreferrer">
          checksums
        </a>
      }
    >
      <FileList files={release.files} addressOf={(form) => releaseFileUrl(release.id, form)} />
    </Part>
  );
}

interface FileListProps {
  files: readonly ReleaseFile[];
  addressOf: (form: string) => string;
}

export function FileList({ files, addressOf }: FileListProps) {
  const isWhole = ({ form }: ReleaseFile) => form === 'all';
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
          {lacksOf(file) && <small>{lacksOf(file)}</small>}
        </li>
      ))}
    </ul>
  );
}

/** "Without null rows (38), labels" */
export function lacksOf({ lacks }: Pick<ReleaseFile, 'lacks'>): string {
  if (lacks.length === 0) return '';
  return `Without ${lacks.map(({ what, n_rows }) => (n_rows === null ? what : `${what} (${count(n_rows)})`)).join(', ')}`;
}
