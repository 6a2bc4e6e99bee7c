/** The tabs of pages about one subject: those that a person may see. */

import { useLocation, useParams } from 'react-router';
import { useGuidelines } from '@/api/guidelines';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { useAdjudicationCounts } from '@/features/reviewing/requests/adjudications';
import { useBoardCounts } from '@/features/teams/assignments/requests';
import { count } from '@/lib/format';
import { PageSwitch } from '@/ui/PageSwitch';
import { PageTabs } from '@/ui/PageTabs';
import classes from './tabs.module.css';

type Tab = readonly [path: string, label: string, note?: string | undefined];

function useOpened() {
  const { slug = '' } = useParams();
  return useProject(slug).data;
}

const assigned = [
  ['reviews/assignments', 'Pairs'],
  ['reviews/assignments/reviews', 'Reviews'],
] as const;

export function ReviewTabs() {
  const { slug = '' } = useParams();
  const { pathname } = useLocation();
  const { role, is_assigned: isAssigned } = useOpened() ?? {};
  const assigns = may(role, 'assignments', 'retrieve');
  // As the board counts them: a project's own count has the pairs, too, that a newer version took the place of.
  const onBoard = useBoardCounts(slug, {}, assigns && Boolean(isAssigned)).data?.n_pairs;
  const curates = may(role, 'adjudications', 'list');
  const left = useAdjudicationCounts(slug, curates).data;
  const version = useGuidelines(slug).data?.current;
  const pages: (Tab | false | undefined)[] = [
    assigns ? ['reviews/assignments', 'Assignments', inFigures(onBoard)] : ['reviews/assignments/reviews', 'Reviews'],
    isAssigned && ['queue', 'My queue'],
    may(role, 'transcripts', 'queue') && ['reviews/transcripts', 'Transcripts'],
    may(role, 'spot-checks', 'retrieve') && ['reviews/spot-checks', 'Spot checks'],
    curates && ['reviews/adjudication', 'Adjudication', left && inFigures(left.waiting + left.open)],
    curates && ['reviews/agreement', 'Agreement'],
    ['reviews/guidelines', 'Guidelines', version ? `v${version}` : undefined],
  ];
  return (
    <div className={classes.beside}>
      <PageTabs label="About reviews" pages={pages.filter((page) => page) as Tab[]} />
      {assigns && pathname.startsWith(`/p/${slug}/reviews/assignments`) && (
        <PageSwitch label="Assignments of" pages={assigned} />
      )}
    </div>
  );
}

const inFigures = (n: number | undefined) => (n ? count(n) : undefined);

/** Whoever may not administer the project has one page of settings, and no tabs. */
export function SettingsTabs() {
  if (!may(useOpened()?.role, 'activity', 'retrieve')) return null;
  const pages = [
    ['settings', 'Project'],
    ['settings/presets', 'Presets'],
    ['settings/webhooks', 'Webhooks'],
    ['settings/move', 'Move and copy'],
    ['settings/activity', 'Activity'],
  ] as const;
  return <PageTabs label="Settings" pages={pages} />;
}

/** Whoever may not read gold has no outputs, and no tabs. */
export function TestSetTabs() {
  if (!may(useOpened()?.role, 'systems', 'list')) return null;
  const pages = [
    ['test-sets', 'Test sets'],
    ['test-sets/outputs', 'Outputs'],
  ] as const;
  return <PageTabs label="About test sets" pages={pages} />;
}

export function SummaryTabs() {
  const role = useOpened()?.role;
  const pages: (Tab | false)[] = [
    ['summaries', 'Summaries'],
    may(role, 'authors', 'retrieve') && ['summaries/ratings', 'Ratings'],
    may(role, 'tunings', 'retrieve') && ['summaries/evaluation', 'Evaluation'],
    may(role, 'training-sets', 'list') && ['summaries/training-sets', 'Training sets'],
  ];
  const shown = pages.filter((page) => page) as Tab[];
  return role && shown.length > 1 ? <PageTabs label="About summaries" pages={shown} /> : null;
}

const evaluated = [
  ['summaries/evaluation', 'Summaries'],
  ['summaries/evaluation/slides', 'Slides'],
] as const;

const rated = [
  ['summaries/ratings', 'Authors'],
  ['summaries/ratings/tasks', 'Rating tasks'],
] as const;

/** Those of summaries, and below them who rates: authors of talks, or people behind links. */
export function RatingTabs() {
  const mayRead = may(useOpened()?.role, 'rating-tasks', 'list');
  return (
    <>
      <SummaryTabs />
      {mayRead && <PageSwitch label="Who rates" pages={rated} />}
    </>
  );
}

/** Those of summaries, and below them what is evaluated. */
export function EvaluationTabs() {
  const mayRead = may(useOpened()?.role, 'slides-tables', 'retrieve');
  return (
    <>
      <SummaryTabs />
      {mayRead && <PageSwitch label="What is evaluated" pages={evaluated} />}
    </>
  );
}
