import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from '@/app/queryClient';
import { cssVariablesResolver, theme } from '@/styles/theme';

/** Renders a page at an address, inside the providers it has in the application; other addresses show their path. */
export function renderAt(
  address: string,
  path: string,
  element: ReactNode,
  others: RouteObject[] = [],
  children: RouteObject[] = [],
) {
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  const router = createMemoryRouter(
    [{ path, element, children }, ...others, { path: '*', element: <p>Elsewhere</p> }],
    {
      initialEntries: [address],
    },
  );
  const user = userEvent.setup();
  const view = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, user, router, queryClient };
}
