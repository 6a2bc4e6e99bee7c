import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { TokenPart } from './TokenPart';

it('shows a new token once, lists it by name, and asks before it revokes one', async () => {
  const made = {
    id: '0b9c1c6e-7f0e-4a43-9d2b-0c6a4c8f1f11',
    name: 'Nightly export',
    scope: 'read',
    created_at: '2026-11-22T03:00:00Z',
    expires_at: '2027-02-20T03:00:00Z',
  };
  let tokens: object[] = [];
  const sent: unknown[] = [];
  server.use(
    http.get('*/api/v1/tokens/', () => HttpResponse.json(tokens)),
    http.post('*/api/v1/tokens/', async ({ request }) => {
      sent.push(await request.json());
      tokens = [made];
      return HttpResponse.json({ ...made, token: 'secret-of-the-token' }, { status: 201 });
    }),
    http.delete('*/api/v1/tokens/:id/', () => {
      tokens = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = renderAt('/', '/', <TokenPart />);
  expect(await screen.findByText('You have no tokens.')).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Nightly export');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('secret-of-the-token')).toBeInTheDocument();
  expect(sent).toEqual([{ name: 'Nightly export', scope: 'read', days: 90 }]);
  await user.click(await screen.findByRole('button', { name: 'Revoke Nightly export' }));
  expect(screen.getByText('Scripts that use this token will stop working.')).toBeInTheDocument();
  expect(tokens).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Revoke token' }));
  expect(await screen.findByText('You have no tokens.')).toBeInTheDocument();
});
