import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { ReleaseDetail } from '@/features/releases/requests/releases';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { PublicPage } from './PublicPage';
import type { OpenReleasePage } from './requests';

const release = { id: 3, title: 'Harbour SI', version: '1.1', people: 'pseudonyms' } as ReleaseDetail;

it('asks nothing about an address that has been saved', async () => {
  const has: OpenReleasePage = {
    is_open: true,
    link: 'https://lectern.test/release/harbour',
    address: 'harbour',
    suggested_address: 'harbour-si-1.1',
    shows_rows: false,
    shows_files: false,
    shows_scores: false,
    opened_at: null,
  };
  server.use(
    http.get('*/api/v1/releases/3/page/', () => HttpResponse.json(has)),
    http.put('*/api/v1/releases/3/page/', async ({ request }) => {
      const { address } = (await request.json()) as OpenReleasePage;
      return HttpResponse.json(Object.assign(has, { address, link: `https://lectern.test/release/${address}` }));
    }),
  );
  const { user } = renderAt('/', '/', <PublicPage release={release} mayPublish />);
  await user.click(await screen.findByRole('button', { name: 'Change public page…' }));
  await user.type(await screen.findByRole('textbox', { name: 'Public address' }), '-si');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('https://lectern.test/release/harbour-si', { selector: 'code' });
  expect(screen.getByRole('textbox', { name: 'Public address' })).toHaveValue('harbour-si');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
