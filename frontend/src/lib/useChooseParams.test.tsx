import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { useChooseParams } from './useChooseParams';

function open(address: string) {
  const seen = { hook: undefined as ReturnType<typeof useChooseParams> | undefined, search: '' };
  function Page(): ReactNode {
    seen.hook = useChooseParams();
    seen.search = useLocation().search;
    return null;
  }
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], { initialEntries: [address] });
  renderHook(() => null, { wrapper: () => <RouterProvider router={router} /> });
  return {
    seen,
    router,
    choose: (...args: Parameters<NonNullable<typeof seen.hook>>) => act(async () => seen.hook?.(...args)),
  };
}

test('values are put into the address, and what has none goes', async () => {
  const { seen, choose } = open('/?page=3&state=sent');
  await choose({ search: 'tide', page: null, state: '' });
  expect(seen.search).toBe('?search=tide');
});

test('the page stays where it is scrolled to, unless it becomes another', async () => {
  const { router, choose } = open('/');
  await choose({ system: '4' });
  expect(router.state.preventScrollReset).toBe(true);
  await choose({ page: '2' }, { preventScrollReset: false });
  expect(router.state.preventScrollReset).toBe(false);
});
