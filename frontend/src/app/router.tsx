import type { ComponentType, ReactNode } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { NotFound } from './NotFound';
import { OldTalksAddress } from './OldTalksAddress';
import { PlainFrame } from './PlainFrame';
import { ProjectFrame } from './ProjectFrame';
import { RequireSession } from './RequireSession';
import { ReviewsAddress } from './ReviewsAddress';
import { Root } from './Root';
import { RouteError } from './RouteError';
import { EvaluationTabs, RatingTabs, ReviewTabs, SettingsTabs, SummaryTabs, TestSetTabs } from './tabs';

/** A page at an address; its code loads when it is first opened. */
function at<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteObject {
  return { path, lazy: async () => ({ Component: (await load())[name] }) };
}

/** The same for one of several pages about a subject, which links to the others. */
function beside<Name extends string>(
  tabs: ReactNode,
  path: string,
  load: () => Promise<Record<Name, ComponentType<{ tabs: ReactNode }>>>,
  name: Name,
): RouteObject {
  const lazy = async () => {
    const Page: ComponentType<{ tabs: ReactNode }> = (await load())[name];
    return { element: <Page tabs={tabs} /> };
  };
  return { path, lazy };
}

const reviewTabs = <ReviewTabs />;
const settingsTabs = <SettingsTabs />;
const summaryTabs = <SummaryTabs />;
const ratingTabs = <RatingTabs />;
const evaluationTabs = <EvaluationTabs />;
const testSetTabs = <TestSetTabs />;

/** Every position in the application is one of these addresses. */
const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    // Empty while the code of the first page loads; without one, the router warns in the console.
    hydrateFallbackElement: <></>,
    children: [
      at('/sign-in', () => import('@/features/people/session/SignInPage'), 'SignInPage'),
      at('/forgot', () => import('@/features/people/session/ForgotPasswordPage'), 'ForgotPasswordPage'),
      at('/reset/:token', () => import('@/features/people/session/ResetPasswordPage'), 'ResetPasswordPage'),
      at('/digests/:token', () => import('@/features/people/account/DigestsPage'), 'DigestsPage'),
      at('/confirm-address/:token', () => import('@/features/people/account/ConfirmAddressPage'), 'ConfirmAddressPage'),
      at('/join/:token', () => import('@/features/people/session/JoinPage'), 'JoinPage'),
      {
        element: <RequireSession />,
        children: [
          at('/pass/:id', () => import('@/features/recordings/pass/PassPage'), 'PassPage'),
          at('/review/:id', () => import('@/features/reviewing/review/ReviewPage'), 'ReviewPage'),
          at('/training/:slug/:source/:target', () => import('@/features/reviewing/review/ReviewPage'), 'TrainingPage'),
          {
            element: <PlainFrame />,
            children: [
              at('/', () => import('@/features/site/projects/ProjectsPage'), 'ProjectsPage'),
              at('/account', () => import('@/features/people/account/AccountPage'), 'AccountPage'),
              at('/import', () => import('@/features/site/moving/ImportProjectPage'), 'ImportProjectPage'),
              at('/vectors', () => import('@/features/aligning/vectors/VectorsPage'), 'VectorsPage'),
              { path: '*', element: <NotFound /> },
            ],
          },
          { path: '/p/:slug', element: <ProjectFrame />, children: projectRoutes() },
        ],
      },
    ],
  },
];

function projectRoutes(): RouteObject[] {
  return [
    at('', () => import('@/features/teams/overview/OverviewPage'), 'OverviewPage'),
    at('pairs', () => import('./PairsPlace'), 'PairsPlace'),
    at('pairs/align', () => import('@/features/aligning/bulk/AlignPairsPage'), 'AlignPairsPage'),
    at('pairs/import/:batch?', () => import('@/features/corpus/imports/ImportPage'), 'ImportPage'),
    at('pairs/new', () => import('@/features/corpus/pairs/NewPairPage'), 'NewPairPage'),
    at('pairs/:pairId', () => import('./PairPlace'), 'PairPlace'),
    at('pairs/:pairId/compare', () => import('@/features/aligning/runs/CompareRunsPage'), 'CompareRunsPage'),
    at('pairs/:pairId/passages', () => import('@/features/summaries/passages/PassagesPage'), 'PassagesPage'),
    at('pairs/:pairId/generated', () => import('@/features/summaries/generated/GeneratedPage'), 'GeneratedPage'),
    at('pairs/:pairId/timeline', () => import('@/features/decks/timeline/TimelinePage'), 'TimelinePage'),
    { path: 'talks/*', element: <OldTalksAddress /> },
    at('documents', () => import('@/features/corpus/documents/DocumentsPage'), 'DocumentsPage'),
    at('documents/:id', () => import('@/features/corpus/documents/DocumentPage'), 'DocumentPage'),
    at(
      'documents/:id/recognisers',
      () => import('@/features/recordings/recognitions/RecognisersPage'),
      'RecognisersPage',
    ),
    at('documents/:id/slide-text', () => import('@/features/decks/slideText/SlideTextPage'), 'SlideTextPage'),
    at('documents/:id/segments', () => import('@/features/recordings/segments/SegmentsPage'), 'SegmentsPage'),
    at('runs', () => import('./RunsPlace'), 'RunsPlace'),
    { path: 'reviews', element: <ReviewsAddress /> },
    beside(
      reviewTabs,
      'reviews/assignments/reviews',
      () => import('@/features/reviewing/reviews/ReviewsPage'),
      'ReviewsPage',
    ),
    beside(
      reviewTabs,
      'reviews/assignments',
      () => import('@/features/teams/assignments/AssignmentsPage'),
      'AssignmentsPage',
    ),
    at('reviews/training', () => import('@/features/teams/trainingRounds/TrainingSetupPage'), 'TrainingSetupPage'),
    beside(
      reviewTabs,
      'reviews/transcripts',
      () => import('@/features/recordings/transcripts/TranscriptsPage'),
      'TranscriptsPage',
    ),
    beside(
      reviewTabs,
      'reviews/spot-checks',
      () => import('@/features/teams/spotChecks/SpotChecksPage'),
      'SpotChecksPage',
    ),
    at('reviews/spot-checks/:id', () => import('@/features/teams/spotChecks/SpotCheckPage'), 'SpotCheckPage'),
    at('queue', () => import('./QueuePlace'), 'QueuePlace'),
    beside(
      reviewTabs,
      'reviews/adjudication',
      () => import('@/features/reviewing/reviews/AdjudicationsPage'),
      'AdjudicationsPage',
    ),
    beside(
      reviewTabs,
      'reviews/guidelines',
      () => import('@/features/reviewing/guidelines/GuidelinesPage'),
      'GuidelinesPage',
    ),
    beside(reviewTabs, 'reviews/agreement', () => import('@/features/teams/agreement/AgreementPage'), 'AgreementPage'),
    { path: 'reviews/probes', element: <Navigate to="../reviews/assignments" replace /> },
    beside(summaryTabs, 'summaries', () => import('./SummariesPlace'), 'SummariesPlace'),
    at('summaries/:what', () => import('./SheetPlace'), 'SheetPlace'),
    beside(ratingTabs, 'summaries/ratings', () => import('@/features/authors/ratings/RatingsPage'), 'RatingsPage'),
    beside(ratingTabs, 'summaries/ratings/tasks', () => import('@/features/authors/tasks/TasksPage'), 'TasksPage'),
    at('summaries/ratings/tasks/new', () => import('@/features/authors/tasks/NewTaskPage'), 'NewTaskPage'),
    at('summaries/ratings/tasks/:taskId', () => import('@/features/authors/tasks/TaskPage'), 'TaskPage'),
    beside(testSetTabs, 'test-sets', () => import('@/features/releases/testSets/TestSetsPage'), 'TestSetsPage'),
    beside(
      testSetTabs,
      'test-sets/outputs',
      () => import('@/features/releases/systems/outputs/OutputsPage'),
      'OutputsPage',
    ),
    at('test-sets/:testSetId', () => import('@/features/releases/curation/TestSetPage'), 'TestSetPage'),
    at('test-sets/:testSetId/card', () => import('@/features/releases/releases/CardPage'), 'CardPage'),
    at('test-sets/releases/:releaseId', () => import('@/features/releases/releases/ReleasePage'), 'ReleasePage'),
    beside(
      evaluationTabs,
      'summaries/evaluation',
      () => import('@/features/summaries/evaluation/EvaluationPage'),
      'EvaluationPage',
    ),
    beside(
      evaluationTabs,
      'summaries/evaluation/slides',
      () => import('@/features/summaries/slides/SlidesPage'),
      'SlidesPage',
    ),
    beside(
      summaryTabs,
      'summaries/training-sets',
      () => import('@/features/summaries/training/TrainingSetsPage'),
      'TrainingSetsPage',
    ),
    at('people', () => import('@/features/people/members/PeoplePage'), 'PeoplePage'),
    at('people/:personId', () => import('@/features/teams/person/PersonPage'), 'PersonPage'),
    beside(settingsTabs, 'settings', () => import('@/features/site/settings/SettingsPage'), 'SettingsPage'),
    beside(settingsTabs, 'settings/activity', () => import('@/features/people/activity/ActivityPage'), 'ActivityPage'),
    beside(settingsTabs, 'settings/presets', () => import('@/features/aligning/presets/PresetsPage'), 'PresetsPage'),
    beside(settingsTabs, 'settings/webhooks', () => import('@/features/people/webhooks/WebhooksPage'), 'WebhooksPage'),
    beside(settingsTabs, 'settings/move', () => import('@/features/site/moving/MovePage'), 'MovePage'),
    at('settings/glossary', () => import('@/features/corpus/glossary/GlossaryPage'), 'GlossaryPage'),
    { path: '*', element: <NotFound /> },
  ];
}

export function createRouter() {
  return createBrowserRouter(routes);
}
