import { createBrowserRouter } from 'react-router';
import { NotFound } from './NotFound';
import { Root } from './Root';
import { RouteError } from './RouteError';

/** Every position in the application is one of these addresses; pages load when they are first opened. */
export function createRouter() {
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <RouteError />,
      hydrateFallbackElement: null,
      children: [
        {
          path: '/review/:id',
          lazy: async () => ({ Component: (await import('@/features/review/ReviewPage')).ReviewPage }),
        },
        { path: '*', element: <NotFound /> },
      ],
    },
  ]);
}
