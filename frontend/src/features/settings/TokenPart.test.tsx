import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { TokenPart } from './TokenPart';

it('replaces a token that scripts may use only after saying so', async () => {
  let token: string | null = 'first';
  server.use(
    http.get('*/api/v1/token/', () => HttpResponse.json({ token })),
    http.post('*/api/v1/token/', () => {
      token = 'second';
      return HttpResponse.json({ token }, { status: 201 });
    }),
    http.delete('*/api/v1/token/', () => {
      token = null;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = renderAt('/', '/', <TokenPart />);
  await user.click(await screen.findByRole('button', { name: 'Make a new one' }));
  expect(screen.getByText('Scripts that send this token stop working.')).toBeInTheDocument();
  expect(token).toBe('first');
  await user.click(screen.getByRole('button', { name: 'Replace it' }));
  expect(await screen.findByText('second')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Revoke it' }));
  expect(token).toBe('second');
  await user.click(screen.getByRole('button', { name: 'Revoke it now' }));
  expect(await screen.findByText('You have no token.')).toBeInTheDocument();
});
