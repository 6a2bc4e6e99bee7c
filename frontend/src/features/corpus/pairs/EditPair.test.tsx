import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { PairDetail } from '@/api/types';
import { pair } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { EditPair } from './EditPair';

const detail = (over: Partial<PairDetail> = {}) => ({ ...pair(), runs: [{}], reviews: [], ...over }) as PairDetail;

const open = (of = detail()) => renderAt('/pair', '/pair', <EditPair slug="harbour" pair={of} myRole="admin" />);

it('renames a pair', async () => {
  let body: unknown;
  server.use(
    http.patch('*/api/v1/pairs/7/', async ({ request }) => {
      body = await request.json();
      return HttpResponse.json(pair({ title: '港の台帳' }));
    }),
  );
  const { user } = open();
  const field = screen.getByRole('textbox', { name: /Title/ });
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.clear(field);
  await user.type(field, ' 港の台帳 {Enter}');
  await waitFor(() => expect(body).toEqual({ title: '港の台帳' }));
  await waitFor(() => expect(field).toHaveValue('港の台帳'));
});

it('deletes a pair that nobody has reviewed, and says what is deleted with it', async () => {
  let removed = 0;
  server.use(
    http.delete('*/api/v1/pairs/7/', () => {
      removed += 1;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user, router } = open();
  await user.click(screen.getByRole('button', { name: 'Delete pair' }));
  expect(screen.getByText('This also deletes 1 run with its links. The documents are kept.')).toBeInTheDocument();
  expect(removed).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/p/harbour/pairs'));
  expect(removed).toBe(1);
});

it('does not delete what people have worked on', () => {
  open(detail({ n_reviews: 2 }));
  expect(screen.getByText(/^It has 2 reviews, so it can’t be deleted: people’s work stays/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Delete pair' })).not.toBeInTheDocument();
});

it('corrects the kind while nobody has reviewed the pair, and says what goes with it', async () => {
  let body: unknown;
  server.use(
    http.patch('*/api/v1/pairs/7/', async ({ request }) => {
      body = await request.json();
      return HttpResponse.json(pair());
    }),
  );
  const of = detail({ kind: 'bitext' });
  const { user } = open(of);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Paper and talk');
  expect(
    screen.getByText(`${of.source.title} becomes a paper. This deletes 1 run with its links.`),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(body).toEqual({ title: of.title, kind: 'paper_talk' }));
});

it('keeps the kind of what is reviewed, and remarks on a title that another pair has', () => {
  open(detail({ n_reviews: 1, n_same_title: 2 }));
  expect(screen.getByRole('combobox', { name: 'Kind' })).toBeDisabled();
  expect(screen.getByText('This pair is under review, so its kind can’t change.')).toBeInTheDocument();
  expect(screen.getByText('2 other pairs have this title too.')).toBeInTheDocument();
});

it('turns a bitext round while nobody has reviewed it, and says what goes with it', async () => {
  let body: unknown;
  server.use(
    http.patch('*/api/v1/pairs/7/', async ({ request }) => {
      body = await request.json();
      return HttpResponse.json(pair());
    }),
  );
  const of = detail({ kind: 'bitext' });
  const { user } = open(of);
  expect(
    screen.getByText(`${of.target.title} becomes the source. This deletes 1 run with its links.`),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Turn round: / }));
  await waitFor(() => expect(body).toEqual({ turned: true }));
});

it('keeps the direction of a pair that is reviewed, and of a talk', () => {
  const { unmount } = open(detail({ kind: 'bitext', n_reviews: 1 }));
  expect(screen.getByRole('button', { name: /^Turn round: / })).toBeDisabled();
  unmount();
  open(detail({ kind: 'paper_talk' }));
  expect(screen.queryByRole('button', { name: /^Turn round: / })).toBeNull();
});
