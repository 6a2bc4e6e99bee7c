import {
  checksumsUrl,
  type ReleaseDetail,
  type ReleaseFile,
  releaseFileUrl,
} from '@/features/releases/requests/releases';
import { count } from '@/lib/format';
import { FileList } from '@/ui/large/FileList';
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
      <FileList files={release.files} addressOf={(form) => releaseFileUrl(release.id, form)} noteOf={lacksOf} />
    </Part>
  );
}

/** "Without null rows (38), labels" */
export function lacksOf({ lacks }: Pick<ReleaseFile, 'lacks'>): string {
  if (lacks.length === 0) return '';
  return `Without ${lacks.map(({ what, n_rows }) => (n_rows === null ? what : `${what} (${count(n_rows)})`)).join(', ')}`;
}
