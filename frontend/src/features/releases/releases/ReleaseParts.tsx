/** What a release says of itself to members and to strangers alike. */

import { type ComponentType, type ReactNode, useState } from 'react';
import classes from '@/features/releases/Release.module.css';
import type { ReleaseDetail, ReleasedRow, ReleaseFile, ReleaseStatistics } from '@/features/releases/requests/releases';
import { count, date, figure, language, plural } from '@/lib/format';
import { Difference } from '@/ui/Difference';
import { Facts } from '@/ui/Facts';
import { Part } from '@/ui/Page';
import { chosenOf, warningOf } from './variants';

export function Withdrawn({ at, reason }: { at: string | null; reason: string }) {
  return (
    <p className={classes.withdrawn} role="alert">
      <b>Withdrawn{at ? ` on ${date(at)}` : ''}:</b> <span dir="auto">{reason}</span>
    </p>
  );
}

/** Talks that a release held once, and the hash that it had with them. */
export function Erased({ erasures }: Pick<ReleaseDetail, 'erasures'>) {
  if (erasures.length === 0) return null;
  return (
    <div className={classes.withdrawn}>
      {erasures.map((each) => (
        <p key={each.number}>
          <b>Erased on {date(each.erased_at)}:</b> {count(each.n_talks)} of the {plural(each.n_talks_before, 'talk')}{' '}
          that this release held, with {count(each.n_rows)} of {plural(each.n_rows_before, 'row')}.{' '}
          <span dir="auto">{each.reason}</span>. Until then its hash was <code>{each.sha256}</code>. Delete these rows
          from copies: the manifest lists them.
        </p>
      ))}
    </div>
  );
}

interface DownloadPartProps {
  release: Pick<ReleaseDetail, 'state' | 'problems'>;
  checksums: ReactNode;
  Button: ComponentType<{ onClick: () => void; children: string }>;
  children: ReactNode;
}

/** The files of a release. On a phone they come before the warnings, so those of a doubtful one are shown on demand. */
export function DownloadPart({ release, checksums, Button, children }: DownloadPartProps) {
  const [anyway, setAnyway] = useState(false);
  const doubt =
    release.state === 'withdrawn'
      ? 'This release was withdrawn.'
      : release.problems.length > 0 && 'This copy differs from what was released.';
  return (
    <Part title="Download" note="with the first 8 digits of SHA-256" actions={checksums}>
      {doubt && !anyway ? (
        <>
          <p className="soft">{doubt}</p>
          <Button onClick={() => setAnyway(true)}>Show anyway</Button>
        </>
      ) : (
        children
      )}
    </Part>
  );
}

/** "Without null rows (38), labels" */
export function lacksOf({ lacks }: Pick<ReleaseFile, 'lacks'>): string {
  if (lacks.length === 0) return '';
  return `Without ${lacks.map(({ what, n_rows }) => (n_rows === null ? what : `${what} (${count(n_rows)})`)).join(', ')}`;
}

const bases = {
  adjudicated: 'adjudicated',
  single: 'from the only review',
  agreed: 'agreed on by all reviews',
  chosen: 'of single reviews chosen from pairs that need more',
  implicit: 'confirmed in passing',
} as const;

type HowMade =
  | 'variant'
  | 'basis'
  | 'engine_groups'
  | 'reviewing'
  | 'agreement'
  | 'guidelines_versions'
  | 'thresholds'
  | 'software';

interface ProvenanceProps {
  made: Pick<NonNullable<ReleaseDetail['contents']>, HowMade>;
  nRows: number;
  /** How many, and how they are named. */
  people: string;
  licence: string;
  rowsSha256: string;
}

/** How a release was made. */
export function Provenance({ made, nRows, people, licence, rowsSha256 }: ProvenanceProps) {
  const gold = Object.entries(bases).flatMap(([basis, words]) => {
    const n = made.basis[basis as keyof typeof bases];
    return n ? [`${plural(n, 'row')} ${words}`] : [];
  });
  const thresholds = Object.entries(made.thresholds).filter(([, value]) => value !== null);
  return (
    <Part title="Provenance">
      <Facts
        facts={[
          ['Variant', chosenOf(made.variant, nRows)],
          ['Gold', gold.join(', ') || 'none: nobody reviewed these links'],
          [
            'Engines',
            made.engine_groups.map((group) => <EngineGroup key={`${group.engine} ${group.options}`} group={group} />),
          ],
          ...howReviewed(made),
          ['Thresholds', thresholds.map(([name, value]) => `${name} ${value}`).join(', ') || 'none'],
          ['Named in rows', people],
          ['Licence', licence],
          ['Made with', made.software],
          ['Rows, SHA-256', <code key="rows">{rowsSha256}</code>],
        ]}
      />
    </Part>
  );
}

/** An engine with its options, which are long: they open. */
function EngineGroup({ group }: { group: ProvenanceProps['made']['engine_groups'][number] }) {
  const blind =
    group.proposal_hidden > 0 ? `, ${count(group.proposal_hidden)} of them also judged without the proposal` : '';
  const about = `${group.engine}, ${plural(group.n_talks, 'talk')}, ${plural(group.rows, 'row')}${blind}`;
  if (!group.options) return <span className={classes.signature}>{about}</span>;
  return (
    <details className={classes.signature}>
      <summary>{about}</summary>
      <code>{group.options.replaceAll('|', ' | ')}</code>
    </details>
  );
}

/** Who reviewed, by which guidelines, and how far they agree; nothing of releases that do not say it. */
function howReviewed({ reviewing, agreement, guidelines_versions }: ProvenanceProps['made']): [string, string][] {
  const facts: [string, string][] = [];
  if (reviewing) {
    const who = [
      reviewing.reviewers > 0 && plural(reviewing.reviewers, 'annotator'),
      reviewing.judges > 0 && plural(reviewing.judges, 'adjudicator'),
    ].filter(Boolean);
    const mean = reviewing.reviews_per_row;
    facts.push(['Reviewed by', `${who.join(', ')}; ${mean} ${mean === 1 ? 'review' : 'reviews'} a row on average`]);
  }
  if (guidelines_versions.length > 0) {
    const versions = guidelines_versions.map(({ version, rows }) => `version ${version} (${plural(rows, 'row')})`);
    facts.push(['Guidelines', versions.join(', ')]);
  }
  if (agreement.length > 0) facts.push(['Agreement', agreement.map(agreementWords).join('; ')]);
  return facts;
}

function agreementWords({ name, statistic, value, low, high, n_talks }: ProvenanceProps['made']['agreement'][number]) {
  const interval = low === null || high === null ? '' : ` (${figure(low)} to ${figure(high)})`;
  return `${name} ${statistic === 'F1' ? 'F1' : 'α'} ${figure(value)}${interval}, ${plural(n_talks, 'talk')}`;
}

interface VerifiedProps {
  /** When the release was last checked by its hashes; null before the first time. */
  verifiedAt: string | null;
  problems: readonly string[];
  /** Talks were erased, and the release made again without them. */
  isRemade: boolean;
}

/** When a release was last found to be what was frozen, or what was found instead. */
export function Verified({ verifiedAt, problems, isRemade }: VerifiedProps) {
  if (verifiedAt === null) return null;
  const when = new Date(verifiedAt).toDateString() === new Date().toDateString() ? 'today' : `on ${date(verifiedAt)}`;
  if (problems.length === 0) {
    const as = isRemade ? 'that they have had since the erasure' : 'they were released with';
    return (
      <p className={classes.verified}>
        Verified {when}: rows and files have the hashes {as}.
      </p>
    );
  }
  return (
    <div className={classes.withdrawn} role="alert">
      <p>
        <b>Don’t use this copy.</b> The check {when} found that it is not what was released:
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  );
}

/** The data card. Text : shows Markdown. */
export function Card({ card, Text }: Pick<ReleaseDetail, 'card'> & { Text: ComponentType<{ text: string }> }) {
  if (card.length === 0) return null;
  return (
    <Part title="Data card">
      {card.map((part) => (
        <div key={part.key} className={classes.cardPart}>
          <h3>{part.title}</h3>
          <Text text={part.text} />
        </div>
      ))}
    </Part>
  );
}

type Shown = Pick<
  ReleasedRow,
  'source' | 'target' | 'target_post_edited' | 'post_edited' | 'source_language' | 'target_language'
>;

/** One row of a release: its two texts, with what a post-edit changed. */
export function RowItem({ row }: { row: Shown }) {
  return (
    <li>
      <p className={classes.source} lang={row.source_language || undefined} dir="auto">
        {row.source === '__null__' ? <span className="soft">no source</span> : row.source}
      </p>
      <p lang={row.target_language || undefined} dir="auto">
        {row.target === '__drop__' && !row.post_edited ? (
          <span className="soft">not rendered</span>
        ) : row.post_edited ? (
          <Difference before={row.target} after={row.target_post_edited} language={row.target_language} />
        ) : (
          row.target
        )}
      </p>
    </li>
  );
}

interface Told {
  nRows: number;
  statistics: readonly ReleaseStatistics[];
  variant: NonNullable<ReleaseDetail['contents']>['variant'] | undefined;
  frozenAt: string | null;
  by?: string;
}

/** "187 rows, English to Japanese, from 3 talks. Frozen on 1 May 2026 by Ana; its rows never change." */
export function leadOf({ nRows, statistics, variant, frozenAt, by = '' }: Told): string {
  const talks = statistics.reduce((sum, each) => sum + each.talks, 0);
  const pairs = new Set(
    statistics.map((each) => `${language(each.source_language)} to ${language(each.target_language)}`),
  );
  const which = pairs.size <= 2 ? [...pairs].join(' and ') : `${pairs.size} pairs of languages`;
  const when = frozenAt ? ` Frozen on ${date(frozenAt)}${by}; its rows never change.` : '';
  return `${plural(nRows, 'row')}, ${which}, from ${plural(talks, 'talk')}.${warningOf(variant)}${when}`;
}
