import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { ReviewsAddress } from './ReviewsAddress';
import { ReviewTabs } from './tabs';

let role = 'admin';

beforeEach(() => {
  role = 'admin';
  const root = '*/api/v1/projects/harbour';
  server.use(
    http.get(`${root}/`, () =>
      HttpResponse.json(project({ role, counts: { pairs: 24, documents: 55, members: 6 }, is_assigned: true })),
    ),
    // One of the project's 24 pairs has a newer version, and is not on the board.
    http.get(`${root}/assignments/counts/`, () => HttpResponse.json({ states: {}, n_pairs: 23 })),
    http.get(`${root}/adjudications/counts/`, () => HttpResponse.json({ total: 9, waiting: 2, open: 1, done: 6 })),
    http.get(`${root}/guidelines/`, () => HttpResponse.json({ current: 2, versions: [], n_reviews_without: null })),
  );
});

it('counts what waits behind each tab, and lists pairs or reviews under Assignments', async () => {
  renderAt('/p/harbour/reviews/assignments/reviews', '/p/:slug/reviews/assignments/reviews', <ReviewTabs />);
  const tabs = await screen.findByRole('navigation', { name: 'About reviews' });
  expect(await within(tabs).findByRole('link', { name: 'Assignments 23' })).toHaveAttribute('aria-current', 'page');
  expect(await within(tabs).findByRole('link', { name: 'Adjudication 3' })).toBeVisible();
  expect(await within(tabs).findByRole('link', { name: 'Guidelines v2' })).toBeVisible();
  expect(within(tabs).queryByRole('link', { name: /Reviews/ })).toBeNull();
  const lists = screen.getByRole('navigation', { name: 'Assignments of' });
  expect(within(lists).getByRole('link', { current: 'page' })).toHaveTextContent('Reviews');
});

it('has the reviews as a tab for who assigns nothing', async () => {
  role = 'annotator';
  renderAt('/p/harbour/queue', '/p/:slug/queue', <ReviewTabs />);
  expect(await screen.findByRole('link', { name: 'My queue' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Reviews' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Assignments|Adjudication/ })).toBeNull();
});

it.each([
  ['admin', '', '/p/harbour/reviews/assignments'],
  ['admin', '?of=all&state=open', '/p/harbour/reviews/assignments/reviews?of=all&state=open'],
  ['annotator', '', '/p/harbour/reviews/assignments/reviews'],
])('leads a %s from the old address of the reviews%s on', async (who, query, to) => {
  role = who;
  const { router } = renderAt(`/p/harbour/reviews${query}`, '/p/:slug/reviews', <ReviewsAddress />);
  await screen.findByText('Elsewhere');
  expect(router.state.location.pathname + router.state.location.search).toBe(to);
});
