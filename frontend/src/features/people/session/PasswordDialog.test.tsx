import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { PasswordDialog } from './PasswordDialog';

it('shows at its field what is wrong with a password, and then that it was changed', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/v1/session/password/', async ({ request }) => {
      sent.push(await request.json());
      if (sent.length > 1) return new HttpResponse(null, { status: 204 });
      const errors = [{ field: 'password', message: 'This is not your password.' }];
      return HttpResponse.json({ code: 'wrong_credentials', detail: errors[0]?.message, errors }, { status: 400 });
    }),
  );
  const { user } = renderAt('/', '/', <PasswordDialog username="ines" onClose={() => undefined} />);
  expect(await screen.findByText(/^At least 10 characters/)).toBeInTheDocument();
  const now = await screen.findByLabelText(/Current password/);
  await user.type(now, 'wrong');
  await user.type(screen.getByLabelText(/New password/), ' low tide at noon {Enter}');
  expect(await screen.findByText('This is not your password.')).toBeInTheDocument();
  await user.clear(now);
  await user.type(now, 'right{Enter}');
  expect(await screen.findByText(/Password changed/)).toBeInTheDocument();
  expect(sent).toEqual([
    { password: 'wrong', new_password: ' low tide at noon ' },
    { password: 'right', new_password: ' low tide at noon ' },
  ]);
});
