import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { PairDetail } from '@/api/types';
import { pair } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { TalkPart } from './TalkPart';

const detail = (over: Partial<PairDetail> = {}) => ({ ...pair(), runs: [{}], reviews: [], ...over }) as PairDetail;

const open = (of = detail()) => renderAt('/talk', '/talk', <TalkPart slug="harbour" pair={of} />);

it('renames a talk', async () => {
  let body: unknown;
  server.use(
    http.patch('*/api/v1/pairs/7/', async ({ request }) => {
      body = await request.json();
      return HttpResponse.json(pair({ title: '港の台帳' }));
    }),
  );
  const { user } = open();
  const field = screen.getByRole('textbox', { name: /Title/ });
  expect(screen.getByRole('button', { name: 'Save the title' })).toBeDisabled();
  await user.clear(field);
  await user.type(field, ' 港の台帳 {Enter}');
  await waitFor(() => expect(body).toEqual({ title: '港の台帳' }));
  await waitFor(() => expect(field).toHaveValue('港の台帳'));
});

it('removes a talk that nobody has reviewed, and says what goes with it', async () => {
  let removed = 0;
  server.use(
    http.delete('*/api/v1/pairs/7/', () => {
      removed += 1;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user, router } = open();
  await user.click(screen.getByRole('button', { name: 'Remove the talk' }));
  expect(screen.getByText('1 run and their links are lost. Both documents stay.')).toBeInTheDocument();
  expect(removed).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Remove it' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/p/harbour/talks'));
  expect(removed).toBe(1);
});

it('removes nothing that people have worked on', () => {
  open(detail({ n_reviews: 2 }));
  expect(screen.getByText('It has 2 reviews, so it cannot be removed.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Remove the talk' })).not.toBeInTheDocument();
});
