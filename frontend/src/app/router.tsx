import type { ComponentType, ReactNode } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { NotFound } from './NotFound';
import { OldTalksAddress } from './OldTalksAddress';
import { PlainFrame } from './PlainFrame';
import { ProjectFrame } from './ProjectFrame';
import { RequireSession } from './RequireSession';
import { ReviewTabs } from './ReviewTabs';
import { Root } from './Root';
import { RouteError } from './RouteError';
import { SettingsTabs } from './SettingsTabs';
import { SummaryTabs } from './SummaryTabs';

/** A page whose code loads when it is first opened. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return async () => ({ Component: (await load())[name] });
}

/** The same for one of several pages about a subject, which links to the others. */
function beside<Name extends string>(
  tabs: ReactNode,
  load: () => Promise<Record<Name, ComponentType<{ tabs: ReactNode }>>>,
  name: Name,
) {
  return async () => {
    const Page: ComponentType<{ tabs: ReactNode }> = (await load())[name];
    return { element: <Page tabs={tabs} /> };
  };
}

const reviewTabs = <ReviewTabs />;
const settingsTabs = <SettingsTabs />;
const summaryTabs = <SummaryTabs />;

/** Every position in the application is one of these addresses. */
const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    // Empty while the code of the first page loads; without one, the router warns in the console.
    hydrateFallbackElement: <></>,
    children: [
      {
        path: '/sign-in',
        lazy: page(() => import('@/features/people/session/SignInPage'), 'SignInPage'),
      },
      {
        path: '/forgot',
        lazy: page(() => import('@/features/people/session/ForgotPasswordPage'), 'ForgotPasswordPage'),
      },
      {
        path: '/reset/:token',
        lazy: page(() => import('@/features/people/session/ResetPasswordPage'), 'ResetPasswordPage'),
      },
      {
        path: '/digests/:token',
        lazy: page(() => import('@/features/people/account/DigestsPage'), 'DigestsPage'),
      },
      {
        path: '/confirm-address/:token',
        lazy: page(() => import('@/features/people/account/ConfirmAddressPage'), 'ConfirmAddressPage'),
      },
      {
        path: '/join/:token',
        lazy: page(() => import('@/features/people/session/JoinPage'), 'JoinPage'),
      },
      {
        element: <RequireSession />,
        children: [
          {
            path: '/review/:id',
            lazy: page(() => import('@/features/reviewing/review/ReviewPage'), 'ReviewPage'),
          },
          {
            element: <PlainFrame />,
            children: [
              {
                path: '/',
                lazy: page(() => import('@/features/site/projects/ProjectsPage'), 'ProjectsPage'),
              },
              {
                path: '/account',
                lazy: page(() => import('@/features/people/account/AccountPage'), 'AccountPage'),
              },
              {
                path: '/vectors',
                lazy: page(() => import('@/features/aligning/vectors/VectorsPage'), 'VectorsPage'),
              },
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
    {
      index: true,
      lazy: page(() => import('@/features/teams/overview/OverviewPage'), 'OverviewPage'),
    },
    { path: 'pairs', lazy: page(() => import('./PairsPlace'), 'PairsPlace') },
    {
      path: 'pairs/align',
      lazy: page(() => import('@/features/aligning/bulk/AlignPairsPage'), 'AlignPairsPage'),
    },
    {
      path: 'pairs/import/:batch?',
      lazy: page(() => import('@/features/corpus/imports/ImportPage'), 'ImportPage'),
    },
    {
      path: 'pairs/new',
      lazy: page(() => import('@/features/corpus/pairs/NewPairPage'), 'NewPairPage'),
    },
    { path: 'pairs/:pairId', lazy: page(() => import('./PairPlace'), 'PairPlace') },
    {
      path: 'pairs/:pairId/compare',
      lazy: page(() => import('@/features/aligning/runs/CompareRunsPage'), 'CompareRunsPage'),
    },
    { path: 'talks/*', element: <OldTalksAddress /> },
    {
      path: 'documents',
      lazy: page(() => import('@/features/corpus/documents/DocumentsPage'), 'DocumentsPage'),
    },
    {
      path: 'documents/:id',
      lazy: page(() => import('@/features/corpus/documents/DocumentPage'), 'DocumentPage'),
    },
    { path: 'runs', lazy: page(() => import('./RunsPlace'), 'RunsPlace') },
    {
      path: 'reviews',
      lazy: beside(reviewTabs, () => import('@/features/reviewing/reviews/ReviewsPage'), 'ReviewsPage'),
    },
    {
      path: 'reviews/assignments',
      lazy: beside(reviewTabs, () => import('@/features/teams/assignments/AssignmentsPage'), 'AssignmentsPage'),
    },
    { path: 'queue', lazy: page(() => import('@/features/teams/queue/QueuePage'), 'QueuePage') },
    {
      path: 'reviews/adjudication',
      lazy: beside(reviewTabs, () => import('@/features/reviewing/reviews/AdjudicationsPage'), 'AdjudicationsPage'),
    },
    {
      path: 'reviews/guidelines',
      lazy: beside(reviewTabs, () => import('@/features/reviewing/guidelines/GuidelinesPage'), 'GuidelinesPage'),
    },
    {
      path: 'reviews/agreement',
      lazy: beside(reviewTabs, () => import('@/features/teams/agreement/AgreementPage'), 'AgreementPage'),
    },
    {
      path: 'reviews/probes',
      lazy: beside(reviewTabs, () => import('@/features/teams/probes/ProbesPage'), 'ProbesPage'),
    },
    {
      path: 'summaries',
      lazy: beside(summaryTabs, () => import('./SummariesPlace'), 'SummariesPlace'),
    },
    { path: 'summaries/:what', lazy: page(() => import('./SheetPlace'), 'SheetPlace') },
    {
      path: 'summaries/ratings',
      lazy: beside(summaryTabs, () => import('@/features/authors/ratings/RatingsPage'), 'RatingsPage'),
    },
    {
      path: 'test-sets',
      lazy: page(() => import('@/features/releases/testSets/TestSetsPage'), 'TestSetsPage'),
    },
    {
      path: 'test-sets/:testSetId',
      lazy: page(() => import('@/features/releases/curation/TestSetPage'), 'TestSetPage'),
    },
    {
      path: 'test-sets/:testSetId/card',
      lazy: page(() => import('@/features/releases/releases/CardPage'), 'CardPage'),
    },
    {
      path: 'test-sets/releases/:releaseId',
      lazy: page(() => import('@/features/releases/releases/ReleasePage'), 'ReleasePage'),
    },
    {
      path: 'summaries/evaluation',
      lazy: beside(summaryTabs, () => import('@/features/summaries/evaluation/EvaluationPage'), 'EvaluationPage'),
    },
    {
      path: 'summaries/training-sets',
      lazy: beside(summaryTabs, () => import('@/features/summaries/training/TrainingSetsPage'), 'TrainingSetsPage'),
    },
    { path: 'people', lazy: page(() => import('@/features/people/members/PeoplePage'), 'PeoplePage') },
    {
      path: 'settings',
      lazy: beside(settingsTabs, () => import('./SettingsPlace'), 'SettingsPlace'),
    },
    {
      path: 'settings/activity',
      lazy: beside(settingsTabs, () => import('@/features/people/activity/ActivityPage'), 'ActivityPage'),
    },
    {
      path: 'settings/presets',
      lazy: beside(settingsTabs, () => import('@/features/aligning/presets/PresetsPage'), 'PresetsPage'),
    },
    {
      path: 'settings/webhooks',
      lazy: beside(settingsTabs, () => import('@/features/people/webhooks/WebhooksPage'), 'WebhooksPage'),
    },
    {
      path: 'settings/glossary',
      lazy: page(() => import('@/features/corpus/glossary/GlossaryPage'), 'GlossaryPage'),
    },
    { path: '*', element: <NotFound /> },
  ];
}

export function createRouter() {
  return createBrowserRouter(routes);
}
