/** The tabs of pages about one subject: those that a person may see. */

import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { PageSwitch } from '@/ui/PageSwitch';
import { PageTabs } from '@/ui/PageTabs';

type Tab = readonly [path: string, label: string];

function useOpened() {
  const { slug = '' } = useParams();
  return useProject(slug).data;
}

export function ReviewTabs() {
  const { role, is_assigned: isAssigned } = useOpened() ?? {};
  const pages: (Tab | false | undefined)[] = [
    may(role, 'assignments', 'retrieve') && ['reviews/assignments', 'Assignments'],
    isAssigned && ['queue', 'My queue'],
    ['reviews', 'Reviews'],
    may(role, 'transcripts', 'queue') && ['reviews/transcripts', 'Transcripts'],
    may(role, 'spot-checks', 'retrieve') && ['reviews/spot-checks', 'Spot checks'],
    may(role, 'adjudications', 'list') && ['reviews/adjudication', 'Adjudication'],
    may(role, 'adjudications', 'list') && ['reviews/agreement', 'Agreement'],
    may(role, 'probes', 'retrieve') && ['reviews/probes', 'Quality control'],
    ['reviews/guidelines', 'Guidelines'],
  ];
  return <PageTabs label="About reviews" pages={pages.filter((page) => page) as Tab[]} />;
}

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
