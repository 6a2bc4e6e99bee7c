import { useCallback, useState } from 'react';
import { ApiError } from '@/api/client';
import { useAsked } from '@/api/useAsked';
import classes from '@/features/releases/Release.module.css';
import { bibtex } from '@/features/releases/releases/citation';
import { lacksOf } from '@/features/releases/releases/ReleaseDownloads';
import { ReleaseLengths } from '@/features/releases/releases/ReleaseLengths';
import { Provenance, Withdrawn } from '@/features/releases/releases/ReleaseParts';
import { ReleaseStatistics } from '@/features/releases/releases/ReleaseStatistics';
import { Verified } from '@/features/releases/releases/Verified';
import { warningOf } from '@/features/releases/releases/variants';
import { count, date, language, plural } from '@/lib/format';
import { useTitle } from '@/lib/useTitle';
import { Loading } from '@/ui/Loading';
import { FileList } from '@/ui/large/FileList';
import { PlainWordmark } from '@/ui/Mark';
import { Page, Part } from '@/ui/Page';
import { StateBadge } from '@/ui/StateBadge';
import { CopyText } from './CopyText';
import { Prose } from './Prose';
import { getShownRelease, type ShownRelease, shownChecksumsUrl, shownFileUrl } from './requests';
import styles from './Shown.module.css';
import { ShownChanges } from './ShownChanges';
import { ShownRows } from './ShownRows';
import { ShownSystems } from './ShownSystems';

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
  const [anyway, setAnyway] = useState(false);
  const isWithdrawn = release.state === 'withdrawn';
  // On a phone downloads come before the warning.
  const doubt = isWithdrawn
    ? 'This release was withdrawn.'
    : release.problems.length > 0 && 'This copy differs from what was released.';
  const cited = { ...release, finished_at: release.frozen_at };
  return (
    <Page
      title={`${release.title} ${release.version}`}
      above={<span dir="auto">{release.project}</span>}
      lead={leadOf(release)}
      actions={<StateBadge state={release.state} />}
      asideFirst
      aside={
        <>
          {release.shows_files && (
            <Part
              title="Download"
              note="with the first 8 digits of SHA-256"
              actions={<a href={shownChecksumsUrl(address)}>checksums</a>}
            >
              {doubt && !anyway ? (
                <>
                  <p className="soft">{doubt}</p>
                  <button type="button" className={styles.button} onClick={() => setAnyway(true)}>
                    Show anyway
                  </button>
                </>
              ) : (
                <FileList files={release.files} addressOf={(form) => shownFileUrl(address, form)} noteOf={lacksOf} />
              )}
            </Part>
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
      {isWithdrawn && <Withdrawn at={release.withdrawn_at} reason={release.withdrawn_reason} />}
      <p className={classes.hash}>
        <span className="muted">SHA-256</span> <code>{release.sha256}</code>
        <CopyText text={release.sha256} label="Copy hash" />
      </p>
      <Verified verifiedAt={release.verified_at} problems={release.problems} />
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
      <ReleaseStatistics statistics={release.statistics} name={`${release.title}-${release.version}`} />
      <ReleaseLengths statistics={release.statistics} />
      {release.shows_scores && <ShownSystems systems={release.systems} />}
      {release.card.length > 0 && (
        <Part title="Data card">
          {release.card.map((part) => (
            <div key={part.key} className={classes.cardPart}>
              <h3>{part.title}</h3>
              <Prose text={part.text} />
            </div>
          ))}
        </Part>
      )}
      {release.shows_rows && <ShownRows rows={release.samples} total={release.n_rows} />}
      {!release.shows_rows && !release.shows_files && (
        <Part title="Rows">
          <p className="soft">The rows of this release are not public.</p>
        </Part>
      )}
    </Page>
  );
}

function leadOf(release: ShownRelease): string {
  const pairs = new Set(
    release.statistics.map((each) => `${language(each.source_language)} to ${language(each.target_language)}`),
  );
  const which = pairs.size <= 2 ? [...pairs].join(' and ') : `${count(pairs.size)} pairs of languages`;
  const talks = release.statistics.reduce((sum, each) => sum + each.talks, 0);
  const when = release.frozen_at ? ` Frozen on ${date(release.frozen_at)}.` : '';
  return `${plural(release.n_rows, 'row')}, ${which}, from ${plural(talks, 'talk')}.${warningOf(release.variant)}${when}`;
}
