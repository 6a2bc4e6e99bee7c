import { useCallback } from 'react';
import { ApiError } from '@/api/client';
import { useAsked } from '@/api/useAsked';
import classes from '@/features/releases/Release.module.css';
import { bibtex } from '@/features/releases/releases/citation';
import { RatedByPeople } from '@/features/releases/releases/RatedByPeople';
import { ReleaseLengths } from '@/features/releases/releases/ReleaseLengths';
import {
  Card,
  DownloadPart,
  Erased,
  lacksOf,
  leadOf,
  Provenance,
  RowItem,
  Verified,
  Withdrawn,
} from '@/features/releases/releases/ReleaseParts';
import { ReleaseStatistics } from '@/features/releases/releases/ReleaseStatistics';
import { SystemsTable } from '@/features/releases/systems/SystemsTable';
import { isOfSegments, ranked } from '@/features/releases/systems/scores';
import { count, plural } from '@/lib/format';
import { useTitle } from '@/lib/useTitle';
import { Loading } from '@/ui/Loading';
import { FileList } from '@/ui/large/FileList';
import { PlainWordmark } from '@/ui/Mark';
import { Page, Part } from '@/ui/Page';
import { StateBadge } from '@/ui/StateBadge';
import { getShownRelease, type ShownRelease, shownChecksumsUrl, shownFileUrl } from './requests';
import styles from './Shown.module.css';
import { ShownChanges } from './ShownChanges';
import { Tombstone, tombstoneIn } from './Tombstone';
import { CopyText, PlainButton, Prose } from './texts';

/** A release as strangers read it: without people, menu, or rows that its admin did not open. */
export function ShownReleasePage({ address }: { address: string }) {
  const ask = useCallback((signal: AbortSignal) => getShownRelease(address, signal), [address]);
  const { data, error, isPending, refetch } = useAsked(ask);
  return (
    <div className={styles.app}>
      <header className={styles.bar}>
        <PlainWordmark />
      </header>
      {data ? (
        <Shown release={data} address={address} />
      ) : isPending ? (
        <Loading what="the release" />
      ) : (
        <Trouble error={error} onRetry={refetch} />
      )}
    </div>
  );
}

function Trouble({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const deleted = tombstoneIn(error);
  if (deleted) return <Tombstone deleted={deleted} />;
  const gone = error instanceof ApiError && error.status === 404;
  const title = gone ? 'No release here' : 'Couldn’t open this page';
  useTitle(title);
  return (
    <main className={styles.trouble}>
      <h1>{title}</h1>
      {gone ? (
        <p>The link may be incomplete, or the page may have been closed. Ask the people who gave it to you.</p>
      ) : (
        <>
          <p role="alert">{error instanceof Error ? error.message : String(error)}</p>
          <button type="button" className={styles.button} onClick={onRetry}>
            Try again
          </button>
        </>
      )}
    </main>
  );
}

function Shown({ release, address }: { release: ShownRelease; address: string }) {
  const isWithdrawn = release.state === 'withdrawn';
  const cited = { ...release, finished_at: release.frozen_at };
  return (
    <Page
      title={`${release.title} ${release.version}`}
      above={<span dir="auto">{release.project}</span>}
      lead={leadOf({
        nRows: release.n_rows,
        statistics: release.statistics,
        variant: release.variant,
        frozenAt: release.frozen_at,
      })}
      actions={<StateBadge state={release.state} />}
      opening={
        <>
          {isWithdrawn && <Withdrawn at={release.withdrawn_at} reason={release.withdrawn_reason} />}
          <Erased erasures={release.erasures} />
          <p className={classes.hash}>
            <span className="muted">SHA-256</span> <code>{release.sha256}</code>
            <CopyText text={release.sha256} label="Copy hash" />
          </p>
          <Verified
            verifiedAt={release.verified_at}
            problems={release.problems}
            isRemade={release.erasures.length > 0}
          />
          {release.description && (
            <Part title="Description">
              <Prose text={release.description} />
            </Part>
          )}
          {release.notes && (
            <Part title="What is new">
              <Prose text={release.notes} />
            </Part>
          )}
        </>
      }
      aside={
        <>
          {release.shows_files && (
            <DownloadPart
              release={release}
              Button={PlainButton}
              checksums={<a href={shownChecksumsUrl(address)}>checksums</a>}
            >
              <FileList files={release.files} addressOf={(form) => shownFileUrl(address, form)} noteOf={lacksOf} />
            </DownloadPart>
          )}
          <ShownChanges release={release} address={address} />
          <Provenance
            made={release}
            nRows={release.n_rows}
            people={release.n_people > 0 ? plural(release.n_people, 'account') : 'none'}
            licence={release.licence || 'Not stated: ask its authors before you use it'}
            rowsSha256={release.rows_sha256}
          />
          <Part title="Cite as" actions={<CopyText text={bibtex(release.project, cited)} label="Copy BibTeX" />}>
            <p className={classes.citation}>{release.citation.replaceAll('*', '')}</p>
          </Part>
        </>
      }
    >
      <ReleaseStatistics statistics={release.statistics} name={`${release.title}-${release.version}`} />
      <ReleaseLengths statistics={release.statistics} />
      {release.shows_scores && <Systems systems={release.systems} />}
      <RatedByPeople ratings={release.ratings} />
      <Card card={release.card} Text={Prose} />
      {release.shows_rows && (
        <Part title="Sample rows" note={`${count(release.samples.length)} of ${count(release.n_rows)}`}>
          <ol className={classes.rows} aria-label="Sample rows">
            {release.samples.map((row) => (
              <RowItem key={row.number} row={row} />
            ))}
          </ol>
        </Part>
      )}
      {!release.shows_rows && !release.shows_files && (
        <Part title="Rows">
          <p className="soft">The rows of this release are not public.</p>
        </Part>
      )}
    </Page>
  );
}

/** Systems scored on the release, where its admin shows them. */
function Systems({ systems }: Pick<ShownRelease, 'systems'>) {
  const all = ranked(systems);
  const tables = [
    { label: 'Systems', of: all.filter(({ kind }) => !isOfSegments(kind)) },
    { label: 'Recognition', of: all.filter(({ kind }) => kind === 'recognition') },
    { label: 'Synthesis', of: all.filter(({ kind }) => kind === 'synthesis') },
  ].filter(({ of }) => of.length > 0);
  return (
    <Part title="Systems" note={systems.length > 0 && '95 % intervals from 1,000 samples'}>
      {systems.length > 0 ? (
        tables.map(({ label, of }) => (
          <SystemsTable key={label} label={label} systems={of} nameOf={({ name }) => <span dir="auto">{name}</span>} />
        ))
      ) : (
        <p className="soft">No system has been scored on this release yet.</p>
      )}
    </Part>
  );
}
