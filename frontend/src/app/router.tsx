import { createBrowserRouter, type RouteObject } from 'react-router';
import { NotFound } from './NotFound';
import { OldTalksAddress } from './OldTalksAddress';
import { PlainFrame } from './PlainFrame';
import { ProjectFrame } from './ProjectFrame';
import { RequireSession } from './RequireSession';
import { Root } from './Root';
import { RouteError } from './RouteError';

/** Every position in the application is one of these addresses; pages load when they are first opened. */
const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    // Empty while the code of the first page loads; without one, the router warns in the console.
    hydrateFallbackElement: <></>,
    children: [
      {
        path: '/sign-in',
        lazy: async () => ({ Component: (await import('@/features/session/SignInPage')).SignInPage }),
      },
      {
        element: <RequireSession />,
        children: [
          {
            path: '/review/:id',
            lazy: async () => ({ Component: (await import('@/features/review/ReviewPage')).ReviewPage }),
          },
          {
            element: <PlainFrame />,
            children: [
              {
                path: '/',
                lazy: async () => ({ Component: (await import('@/features/projects/ProjectsPage')).ProjectsPage }),
              },
              {
                path: '/vectors',
                lazy: async () => ({ Component: (await import('@/features/vectors/VectorsPage')).VectorsPage }),
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
      lazy: async () => ({ Component: (await import('@/features/projects/OverviewPage')).OverviewPage }),
    },
    { path: 'pairs', lazy: async () => ({ Component: (await import('./PairsPlace')).PairsPlace }) },
    {
      path: 'pairs/align',
      lazy: async () => ({ Component: (await import('@/features/bulk/AlignPairsPage')).AlignPairsPage }),
    },
    {
      path: 'pairs/import/:batch?',
      lazy: async () => ({ Component: (await import('@/features/imports/ImportPage')).ImportPage }),
    },
    {
      path: 'pairs/new',
      lazy: async () => ({ Component: (await import('@/features/pairs/NewPairPage')).NewPairPage }),
    },
    { path: 'pairs/:pairId', lazy: async () => ({ Component: (await import('./PairPlace')).PairPlace }) },
    { path: 'talks/*', element: <OldTalksAddress /> },
    {
      path: 'documents',
      lazy: async () => ({ Component: (await import('@/features/documents/DocumentsPage')).DocumentsPage }),
    },
    {
      path: 'documents/:id',
      lazy: async () => ({ Component: (await import('@/features/documents/DocumentPage')).DocumentPage }),
    },
    { path: 'runs', lazy: async () => ({ Component: (await import('./RunsPlace')).RunsPlace }) },
    {
      path: 'reviews',
      lazy: async () => ({ Component: (await import('@/features/reviews/ReviewsPage')).ReviewsPage }),
    },
    {
      path: 'summaries',
      lazy: async () => ({ Component: (await import('@/features/summaries/SummariesPage')).SummariesPage }),
    },
    {
      path: 'test-sets',
      lazy: async () => ({ Component: (await import('@/features/testSets/TestSetsPage')).TestSetsPage }),
    },
    { path: 'people', lazy: async () => ({ Component: (await import('@/features/people/PeoplePage')).PeoplePage }) },
    {
      path: 'settings',
      lazy: async () => ({ Component: (await import('@/features/settings/SettingsPage')).SettingsPage }),
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
