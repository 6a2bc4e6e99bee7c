import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { isLive } from '@/api/work';
import { bytes, dateTime, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { CopyButton } from '@/ui/CopyButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Meter } from '@/ui/Meter';
import { Part } from '@/ui/Page';
import classes from './Moving.module.css';
import { type Export, type Exports, useRemoveExport } from './requests';

/** The archives there are, the newest first, and the one that is being made. */
export function Archives({ slug, found }: { slug: string; found: Exports }) {
  const remove = useRemoveExport(slug);
  return (
    <Part title="Archives" note={`kept for ${found.kept_days} days`}>
      {found.exports.length === 0 && <p className="soft">No archive yet.</p>}
      {remove.isError && <ErrorNote error={remove.error} />}
      <ul className={classes.archives}>
        {found.exports.map((made) => (
          <li key={made.id}>
            <Archive slug={slug} made={made} />
            <AskFirst
              verb={isLive(made) ? 'Cancel' : 'Delete'}
              label={isLive(made) ? 'Stop making the archive' : `Delete the archive of ${dateTime(made.created_at)}`}
              question={isLive(made) ? 'Stop?' : 'Delete this archive?'}
              yes={isLive(made) ? 'Stop' : 'Delete archive'}
              no={isLive(made) ? 'Go on' : 'Keep'}
              isPending={remove.isPending}
              onYes={() => remove.mutate(made.id)}
            />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Archive({ slug, made }: { slug: string; made: Export }) {
  const how = `${made.people}${made.with_recordings ? ', with recordings' : ''}`;
  if (isLive(made)) {
    return (
      <div>
        <Meter value={made.progress} label="The archive is being made" text={made.message || 'Waiting for a worker'} />
        <p className="soft">With {how}. You can leave this page.</p>
      </div>
    );
  }
  if (made.state !== 'done') {
    return <p role="alert">{made.error || 'Stopped.'}</p>;
  }
  return (
    <div>
      <b className={classes.name}>{made.name}</b>
      <p className="soft">
        {bytes(made.size)} · {plural(made.counts.reviews ?? 0, 'review')} · {how} · {dateTime(made.created_at)}
      </p>
      <p className={classes.hash}>
        <code title={made.sha256}>
          sha256 {made.sha256.slice(0, 8)}…{made.sha256.slice(-4)}
        </code>
        <CopyButton text={made.sha256} label="Copy" />
      </p>
      <Button
        component="a"
        href={`/api/v1/projects/${slug}/exports/${made.id}/file/`}
        download
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
      >
        Download
      </Button>
    </div>
  );
}
