import { Button } from '@mantine/core';
import { checksumsUrl, type ReleaseDetail, releaseFileUrl } from '@/features/releases/requests/releases';
import { FileList } from '@/ui/large/FileList';
import { DownloadPart, lacksOf } from './ReleaseParts';

/** The files of a release, each with its size, its checksum and what it cannot carry. */
export function ReleaseDownloads({ release }: { release: ReleaseDetail }) {
  return (
    <DownloadPart
      release={release}
      Button={Button}
      checksums={
        <a href={checksumsUrl(release.id)} target="_blank" rel="noreferrer">
          checksums
        </a>
      }
    >
      <FileList files={release.files} addressOf={(form) => releaseFileUrl(release.id, form)} noteOf={lacksOf} />
    </DownloadPart>
  );
}
