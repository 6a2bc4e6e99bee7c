import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { NotFound } from './NotFound';
import { OldTalksAddress } from './OldTalksAddress';
import { PlainFrame } from './PlainFrame';
import { ProjectFrame } from './ProjectFrame';
import { RequireSession } from './RequireSession';
import { Root } from './Root';
import { RouteError } from './RouteError';

/** A page whose code loads when it is first opened. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return async () => ({ Component: (await load())[name] });
}

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
        lazy: page(() => import('@/features/session/SignInPage'), 'SignInPage'),
      },
      {
        path: '/forgot',
        lazy: page(() => import('@/features/session/ForgotPasswordPage'), 'ForgotPasswordPage'),
      },
      {
        path: '/reset/:token',
        lazy: page(() => import('@/features/session/ResetPasswordPage'), 'ResetPasswordPage'),
      },
      {
        path: '/digests/:token',
        lazy: page(() => import('@/features/account/DigestsPage'), 'DigestsPage'),
      },
      {
        path: '/confirm-address/:token',
        lazy: page(() => import('@/features/account/ConfirmAddressPage'), 'ConfirmAddressPage'),
      },
      {
        path: '/join/:token',
        lazy: page(() => import('@/features/session/JoinPage'), 'JoinPage'),
      },
      {
        element: <RequireSession />,
        children: [
          {
            path: '/review/:id',
            lazy: page(() => import('@/features/review/ReviewPage'), 'ReviewPage'),
          },
          {
            element: <PlainFrame />,
            children: [
              {
                path: '/',
                lazy: page(() => import('@/features/projects/ProjectsPage'), 'ProjectsPage'),
              },
              {
                path: '/account',
                lazy: page(() => import('@/features/account/AccountPage'), 'AccountPage'),
              },
              {
                path: '/vectors',
                lazy: page(() => import('@/features/vectors/VectorsPage'), 'VectorsPage'),
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
      lazy: page(() => import('@/features/projects/OverviewPage'), 'OverviewPage'),
    },
    { path: 'pairs', lazy: page(() => import('./PairsPlace'), 'PairsPlace') },
    {
      path: 'pairs/align',
      lazy: page(() => import('@/features/bulk/AlignPairsPage'), 'AlignPairsPage'),
    },
    {
      path: 'pairs/import/:batch?',
      lazy: page(() => import('@/features/imports/ImportPage'), 'ImportPage'),
    },
    {
      path: 'pairs/new',
      lazy: page(() => import('@/features/pairs/NewPairPage'), 'NewPairPage'),
    },
    { path: 'pairs/:pairId', lazy: page(() => import('./PairPlace'), 'PairPlace') },
    {
      path: 'pairs/:pairId/compare',
      lazy: page(() => import('@/features/runs/CompareRunsPage'), 'CompareRunsPage'),
    },
    { path: 'talks/*', element: <OldTalksAddress /> },
    {
      path: 'documents',
      lazy: page(() => import('@/features/documents/DocumentsPage'), 'DocumentsPage'),
    },
    {
      path: 'documents/:id',
      lazy: page(() => import('@/features/documents/DocumentPage'), 'DocumentPage'),
    },
    { path: 'runs', lazy: page(() => import('./RunsPlace'), 'RunsPlace') },
    {
      path: 'reviews',
      lazy: page(() => import('@/features/reviews/ReviewsPage'), 'ReviewsPage'),
    },
    { path: 'reviews/assignments', lazy: page(() => import('./AssignmentsPlace'), 'AssignmentsPlace') },
    { path: 'queue', lazy: page(() => import('@/features/queue/QueuePage'), 'QueuePage') },
    {
      path: 'reviews/adjudication',
      lazy: async () => ({ Component: (await import('@/features/reviews/AdjudicationsPage')).AdjudicationsPage }),
    },
    { path: 'reviews/guidelines', lazy: page(() => import('./GuidelinesPlace'), 'GuidelinesPlace') },
    {
      path: 'reviews/agreement',
      lazy: page(() => import('@/features/reviews/agreement/AgreementPage'), 'AgreementPage'),
    },
    { path: 'reviews/probes', lazy: page(() => import('@/features/reviews/probes/ProbesPage'), 'ProbesPage') },
    {
      path: 'summaries',
      lazy: page(() => import('@/features/summaries/SummariesPage'), 'SummariesPage'),
    },
    { path: 'summaries/:what', lazy: page(() => import('@/features/summaries/sheet/SheetPage'), 'SheetPage') },
    {
      path: 'summaries/ratings',
      lazy: page(() => import('@/features/summaries/ratings/RatingsPage'), 'RatingsPage'),
    },
    {
      path: 'test-sets',
      lazy: page(() => import('@/features/testSets/TestSetsPage'), 'TestSetsPage'),
    },
    {
      path: 'test-sets/:testSetId',
      lazy: page(() => import('@/features/testSets/curation/TestSetPage'), 'TestSetPage'),
    },
    {
      path: 'test-sets/:testSetId/card',
      lazy: page(() => import('@/features/testSets/CardPage'), 'CardPage'),
    },
    {
      path: 'test-sets/releases/:releaseId',
      lazy: page(() => import('@/features/testSets/ReleasePage'), 'ReleasePage'),
    },
    {
      path: 'summaries/evaluation',
      lazy: page(() => import('@/features/summaries/evaluation/EvaluationPage'), 'EvaluationPage'),
    },
    {
      path: 'summaries/training-sets',
      lazy: page(() => import('@/features/summaries/training/TrainingSetsPage'), 'TrainingSetsPage'),
    },
    { path: 'people', lazy: page(() => import('@/features/people/PeoplePage'), 'PeoplePage') },
    {
      path: 'settings',
      lazy: page(() => import('@/features/settings/SettingsPage'), 'SettingsPage'),
    },
    {
      path: 'settings/activity',
      lazy: async () => ({ Component: (await import('@/features/settings/activity/ActivityPage')).ActivityPage }),
    },
    {
      path: 'settings/presets',
      lazy: page(() => import('@/features/settings/presets/PresetsPage'), 'PresetsPage'),
    },
    {
      path: 'settings/webhooks',
      lazy: async () => ({ Component: (await import('@/features/settings/webhooks/WebhooksPage')).WebhooksPage }),
    },
    {
      path: 'settings/glossary',
      lazy: async () => ({ Component: (await import('@/features/glossary/GlossaryPage')).GlossaryPage }),
    },
    { path: '*', element: <NotFound /> },
  ];
}

export function createRouter() {
  return createBrowserRouter(routes);
}
