import { Link, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { isLive } from '@/api/work';
import classes from '@/features/releases/Release.module.css';
import { type ReleaseDetail, useRelease } from '@/features/releases/requests/releases';
import { NewSystem } from '@/features/releases/systems/NewSystem';
import { Systems } from '@/features/releases/systems/Systems';
import { plural } from '@/lib/format';
import { CopyButton } from '@/ui/CopyButton';
import { Markdown } from '@/ui/Markdown';
import { Meter } from '@/ui/Meter';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { StateBadge } from '@/ui/StateBadge';
import { bibtex, citation } from './citation';
import { DeleteRelease } from './DeleteRelease';
import { PublicPage } from './PublicPage';
import { RatedByPeople } from './RatedByPeople';
import { ReleaseChanges } from './ReleaseChanges';
import { ReleaseDownloads } from './ReleaseDownloads';
import { ReleaseKeys } from './ReleaseKeys';
import { ReleaseLengths } from './ReleaseLengths';
import { Card, Erased, leadOf, Provenance, Verified, Withdrawn } from './ReleaseParts';
import { ReleaseRows } from './ReleaseRows';
import { ReleaseStatistics } from './ReleaseStatistics';
import { WithdrawRelease } from './WithdrawRelease';

/** A release: what it holds, its files, how it differs from the one before, and how to cite it. */
export function ReleasePage() {
  const { slug = '', releaseId = '' } = useParams();
  const query = useRelease(Number(releaseId));
  const project = useProject(slug).data;
  if (!query.data) {
    return (
      <Page title="Release" guide="admin#releases" above={<Link to={`/p/${slug}/test-sets`}>Test sets</Link>}>
        <Part title="Release">
          <Pending of={query} what="the release" />
        </Part>
      </Page>
    );
  }
  return (
    <Shown
      release={query.data}
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
  const contents = release.contents;
  const isWithdrawn = release.state === 'withdrawn';
  return (
    <Page
      title={`${release.title} ${release.version}`}
      above={<Link to={`/p/${slug}/test-sets`}>Test sets</Link>}
      lead={
        contents
          ? leadOf({
              nRows: release.n_rows ?? 0,
              statistics: contents.statistics,
              variant: contents.variant,
              frozenAt: release.finished_at,
              by: release.created_by ? ` by ${release.created_by.name || release.created_by.username}` : '',
            })
          : undefined
      }
      actions={
        <>
          <StateBadge state={release.state} />
          {contents && <CopyButton text={citation(project, release)} label="Copy citation" />}
          {mayScore && release.state === 'frozen' && <NewSystem release={release} />}
          {contents && <PublicPage release={release} mayPublish={mayPublish} />}
          {mayWithdraw && release.state === 'frozen' && <WithdrawRelease release={release} />}
          {release.may_delete && contents && <DeleteRelease release={release} slug={slug} />}
        </>
      }
      aside={
        contents && (
          <>
            <ReleaseDownloads release={release} />
            <Provenance
              made={contents}
              nRows={release.n_rows ?? 0}
              people={
                contents.accounts.length > 0
                  ? `${plural(contents.accounts.length, 'account')}, ${release.people === 'names' ? 'by user name' : 'as pseudonyms'}`
                  : 'none'
              }
              licence={release.licence || 'not stated'}
              rowsSha256={release.rows_sha256}
            />
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
      {isWithdrawn && <Withdrawn at={release.withdrawn_at} reason={release.withdrawn_reason} />}
      <Erased erasures={release.erasures} />
      <Verified verifiedAt={release.verified_at} problems={release.problems} isRemade={release.erasures.length > 0} />
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
          <RatedByPeople ratings={contents.ratings} />
          <Card card={release.card} Text={Markdown} />
          <ReleaseChanges release={release} />
          <ReleaseRows release={release} />
          <ReleaseKeys release={release} project={project} />
        </>
      ) : (
        <Part title="Progress">
          {isLive(release) ? (
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
