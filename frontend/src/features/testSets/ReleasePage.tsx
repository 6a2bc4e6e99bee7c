import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { isBeingMade, type ReleaseDetail, useRelease } from '@/api/releases';
import { may } from '@/api/roles';
import { date, language, plural } from '@/lib/format';
import { CopyButton } from '@/ui/CopyButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Facts } from '@/ui/Facts';
import { Loading } from '@/ui/Loading';
import { Markdown } from '@/ui/Markdown';
import { Meter } from '@/ui/Meter';
import { Page, Part } from '@/ui/Page';
import { StateBadge } from '@/ui/StateBadge';
import { bibtex, citation } from './citation';
import { NewSystem } from './NewSystem';
import { PublicPage } from './PublicPage';
import classes from './Release.module.css';
import { ReleaseChanges } from './ReleaseChanges';
import { ReleaseDownloads } from './ReleaseDownloads';
import { ReleaseKeys } from './ReleaseKeys';
import { ReleaseLengths } from './ReleaseLengths';
import { ReleaseRows } from './ReleaseRows';
import { ReleaseStatistics } from './ReleaseStatistics';
import { Systems } from './Systems';
import { chosenOf, warningOf } from './variants';
import { WithdrawRelease } from './WithdrawRelease';

/** A release: what it holds, its files, how it differs from the one before, and how to cite it. */
export function ReleasePage() {
  const { slug = '', releaseId = '' } = useParams();
  const found = useRelease(Number(releaseId));
  const project = useProject(slug).data;
  if (!found.data) {
    return (
      <Page title="Release" above={<Link to={`/p/${slug}/test-sets`}>Test sets</Link>}>
        <Part title="Release">
          {found.isError ? (
            <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
          ) : (
            <Loading what="the release" />
          )}
        </Part>
      </Page>
    );
  }
  return (
    <Shown
      release={found.data}
      slug={slug}
      project={project?.name ?? slug}
      mayWithdraw={may(project?.role, 'releases', 'withdraw')}
      mayScore={may(project?.role, 'systems', 'create')}
      mayPublish={may(project?.role, 'releases', 'publish')}
    />
  );
}

interface ShownProps {
  release: ReleaseDetail;
  slug: string;
  project: string;
  mayWithdraw: boolean;
  mayScore: boolean;
  mayPublish: boolean;
}

function Shown({ release, slug, project, mayWithdraw, mayScore, mayPublish }: ShownProps) {
  const [anyway, setAnyway] = useState(false);
  const contents = release.contents;
  const isWithdrawn = release.state === 'withdrawn';
  return (
    <Page
      title={`${release.title} ${release.version}`}
      above={<Link to={`/p/${slug}/test-sets`}>Test sets</Link>}
      lead={contents ? leadOf(release) : undefined}
      actions={
        <>
          <StateBadge state={release.state} />
          {contents && <CopyButton text={citation(project, release)} label="Copy citation" />}
          {mayScore && release.state === 'frozen' && <NewSystem release={release} />}
          {contents && <PublicPage release={release} mayPublish={mayPublish} />}
          {mayWithdraw && release.state === 'frozen' && <WithdrawRelease release={release} />}
        </>
      }
      aside={
        contents && (
          <>
            {!isWithdrawn || anyway ? (
              <ReleaseDownloads release={release} />
            ) : (
              <Part title="Download">
                <p className="soft">This release was withdrawn.</p>
                <Button onClick={() => setAnyway(true)}>Show anyway</Button>
              </Part>
            )}
            <Provenance release={release} />
            <Part
              title="Cite as"
              actions={<CopyButton text={bibtex(project, release)} label="Copy BibTeX" size="compact-sm" />}
            >
              <p className={classes.citation}>{citation(project, release)}</p>
            </Part>
          </>
        )
      }
    >
      {isWithdrawn && (
        <p className={classes.withdrawn} role="alert">
          <b>Withdrawn{release.withdrawn_at ? ` on ${date(release.withdrawn_at)}` : ''}:</b>{' '}
          <span dir="auto">{release.withdrawn_reason}</span>
        </p>
      )}
      {contents ? (
        <>
          <p className={classes.hash}>
            <span className="muted">SHA-256</span> <code>{release.sha256}</code>
            <CopyButton text={release.sha256} label="Copy hash" size="compact-sm" variant="subtle" />
          </p>
          {release.description && (
            <Part title="Description">
              <p className={classes.prose} dir="auto">
                {release.description}
              </p>
            </Part>
          )}
          {release.notes && (
            <Part title="What is new">
              <p className={classes.prose} dir="auto">
                {release.notes}
              </p>
            </Part>
          )}
          <ReleaseStatistics statistics={contents.statistics} name={`${release.title}-${release.version}`} />
          <ReleaseLengths statistics={contents.statistics} />
          <Systems release={release} mayChange={mayScore} />
          {release.card.length > 0 && (
            <Part title="Data card">
              {release.card.map((part) => (
                <div key={part.key} className={classes.cardPart}>
                  <h3>{part.title}</h3>
                  <Markdown text={part.text} />
                </div>
              ))}
            </Part>
          )}
          <ReleaseChanges release={release} />
          <ReleaseRows release={release} />
          <ReleaseKeys release={release} project={project} />
        </>
      ) : (
        <Part title="Progress">
          {isBeingMade(release) ? (
            <div role="status">
              <Meter label="Progress of the release" value={release.progress} />
              <p className="soft num">{release.message || 'Waiting for a worker'}. You can leave this page.</p>
            </div>
          ) : (
            <p role="alert">{release.error || 'The release failed.'}</p>
          )}
        </Part>
      )}
    </Page>
  );
}

function leadOf(release: ReleaseDetail): string {
  const statistics = release.contents?.statistics ?? [];
  const talks = statistics.reduce((sum, each) => sum + each.talks, 0);
  const pairs = new Set(
    statistics.map(
      ({ source_language, target_language }) => `${language(source_language)} to ${language(target_language)}`,
    ),
  );
  const which = pairs.size <= 2 ? [...pairs].join(' and ') : `${pairs.size} pairs of languages`;
  const who = release.created_by ? ` by ${release.created_by.name || release.created_by.username}` : '';
  const when = release.finished_at ? ` Frozen on ${date(release.finished_at)}${who}.` : '';
  return `${plural(release.n_rows ?? 0, 'row')}, ${which}, from ${plural(talks, 'talk')}.${warningOf(release.contents?.variant)}${when}`;
}

const bases = {
  adjudicated: 'adjudicated',
  single: 'from the only review',
  agreed: 'agreed on by all reviews',
  implicit: 'confirmed in passing',
} as const;

function Provenance({ release }: { release: ReleaseDetail }) {
  const contents = release.contents;
  if (!contents) return null;
  const gold = Object.entries(bases).flatMap(([basis, words]) => {
    const n = contents.basis[basis as keyof typeof bases];
    return n ? [`${plural(n, 'row')} ${words}`] : [];
  });
  const thresholds = Object.entries(contents.thresholds).filter(([, value]) => value !== null);
  return (
    <Part title="Provenance">
      <Facts
        facts={[
          ['Variant', chosenOf(contents.variant, release.n_rows ?? 0)],
          ['Gold', gold.join(', ') || 'none: nobody reviewed these links'],
          [
            'Engines',
            contents.engines.map((each) => (
              <span key={each.signature} className={classes.signature}>
                <code>{each.signature}</code> {plural(each.rows, 'row')}
              </span>
            )),
          ],
          ['Thresholds', thresholds.map(([name, value]) => `${name} ${value}`).join(', ') || 'none'],
          [
            'People',
            contents.accounts.length > 0
              ? `${plural(contents.accounts.length, 'account')}, ${release.people === 'names' ? 'by user name' : 'as pseudonyms'}`
              : 'none',
          ],
          ['Licence', release.licence || 'not stated'],
          ['Made with', contents.software],
          ['Rows, SHA-256', <code key="rows">{release.rows_sha256}</code>],
        ]}
      />
    </Part>
  );
}
