import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { AccountPage } from './AccountPage';
import { DigestsPage } from './DigestsPage';

const user = { id: 1, username: 'ines.koba', name: 'Ines Koba', email: '', is_admin: false, may_create_projects: true };
let account: Record<string, unknown>;

beforeEach(() => {
  account = {
    email: 'ines@example.org',
    has_password: true,
    digests: true,
    has_second_factor: false,
    n_recovery_codes: 0,
    needs_second_factor: false,
    is_linked: false,
  };
  server.use(
    http.get('*/api/v1/session/', () => HttpResponse.json({ user, owed: null, needs_code: false, provider: '' })),
    http.get('*/api/v1/account/', () => HttpResponse.json(account)),
  );
});

it('sets up a second factor: password, code of the app, recovery codes once', async () => {
  server.use(
    http.post('*/api/v1/account/second-factor/', () =>
      HttpResponse.json({ secret: 'ABCDEFGH', address: 'otpauth://totp/ines', picture: '<svg/>' }),
    ),
    http.post('*/api/v1/account/second-factor/confirm/', async ({ request }) => {
      if (((await request.json()) as { code: string }).code !== '123456') {
        const errors = [{ field: 'code', message: 'This code is wrong.' }];
        return HttpResponse.json({ code: 'wrong_code', detail: 'This code is wrong.', errors }, { status: 400 });
      }
      account = { ...account, has_second_factor: true, n_recovery_codes: 2 };
      return HttpResponse.json({ recovery_codes: ['11112222', '33334444'] });
    }),
  );
  const { user: hand } = renderAt('/account', '/account', <AccountPage />);
  await hand.click(await screen.findByRole('button', { name: 'Set up' }));
  await hand.type(screen.getByLabelText(/Your password/), 'low tide at noon{Enter}');
  expect(await screen.findByRole('img', { name: 'QR code for your app' })).toBeVisible();
  expect(screen.getByText('ABCD EFGH')).toBeVisible();
  const code = screen.getByRole('textbox', { name: /Code that the app shows/ });
  await hand.type(code, '000000{Enter}');
  expect(await screen.findByText('This code is wrong.')).toBeVisible();
  await hand.clear(code);
  await hand.type(code, '123456{Enter}');
  expect(await screen.findByText('33334444')).toBeVisible();
  await hand.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(await screen.findByText(/2 recovery codes left/)).toBeVisible();
  expect(screen.queryByText('33334444')).not.toBeInTheDocument();
});

it('turns digests off by opening the link of one, and on again', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/v1/digests/secret/', async ({ request }) => {
      const { on } = (await request.json()) as { on: boolean };
      sent.push(on);
      return HttpResponse.json({ username: 'ines.koba', digests: on });
    }),
  );
  const { user: hand } = renderAt('/digests/secret', '/digests/:token', <DigestsPage />);
  expect(await screen.findByRole('heading', { name: 'You get no more daily e-mail' })).toBeVisible();
  await hand.click(screen.getByRole('button', { name: 'Turn it on again' }));
  await waitFor(() => expect(sent).toEqual([false, true]));
});
