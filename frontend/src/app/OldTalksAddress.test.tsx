import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { OldTalksAddress } from './OldTalksAddress';

it.each([
  ['/p/harbour/talks', '/p/harbour/pairs'],
  ['/p/harbour/talks?search=glass&page=2', '/p/harbour/pairs?search=glass&page=2'],
  ['/p/harbour/talks/7#runs', '/p/harbour/pairs/7#runs'],
  ['/p/harbour/talks/pair', '/p/harbour/pairs/new'],
  ['/p/harbour/talks/import/9', '/p/harbour/pairs/import/9'],
])('%s leads to %s', async (old, address) => {
  const { router } = renderAt(old, '/p/:slug/talks/*', <OldTalksAddress />);
  await waitFor(() => {
    const { pathname, search, hash } = router.state.location;
    expect(`${pathname}${search}${hash}`).toBe(address);
  });
});
