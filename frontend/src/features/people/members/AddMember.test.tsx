import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { ines } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { AddMember } from './AddMember';

function open() {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/v1/projects/harbour/members/', async ({ request }) => {
      const body = (await request.json()) as { username: string; password?: string };
      sent.push(body);
      if (body.password === 'short') {
        const errors = [{ field: 'password', message: 'This password is too short.' }];
        return HttpResponse.json({ code: 'invalid', detail: 'The password was refused.', errors }, { status: 400 });
      }
      if (body.username === 'nora' && !body.password) {
        const errors = [{ field: 'username', message: 'There is no account with this user name.' }];
        return HttpResponse.json(
          { code: 'unknown_user', detail: 'There is no account named nora.', errors },
          { status: 400 },
        );
      }
      return HttpResponse.json({ id: 9, user: ines, role: 'annotator' }, { status: 201 });
    }),
  );
  return { ...renderAt('/', '/', <AddMember slug="harbour" />), sent };
}

it('asks for a first password where there is no account, without calling it an error', async () => {
  const { user, sent } = open();
  await user.type(screen.getByRole('textbox', { name: /User name/ }), 'nora{Enter}');
  expect(await screen.findByText(/There is no account named nora yet/)).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByText(/^username:/)).not.toBeInTheDocument();

  await user.type(screen.getByLabelText(/First password/), 'short');
  await user.click(screen.getByRole('button', { name: 'Create account and add' }));
  expect(await screen.findByText('This password is too short.')).toBeVisible();

  await user.clear(screen.getByLabelText(/First password/));
  await user.type(screen.getByLabelText(/First password/), 'long enough now{Enter}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: /User name/ })).toHaveValue(''));
  expect(sent.at(-1)).toEqual({ username: 'nora', role: 'annotator', name: '', password: 'long enough now' });
});
