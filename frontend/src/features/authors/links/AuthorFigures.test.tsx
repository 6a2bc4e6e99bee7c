import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { AuthorFigures } from './AuthorFigures';

it('counts people apart from their ratings, and rounds', async () => {
  const ratings = { n_invitations: 100, n_counted: 60, n_people: 12, few: 5, scores: [0, 0, 0, 20, 40] };
  const figures = { mean: 4.67, deviation: 0.48, n_yes: 2, n_no: 1 };
  server.use(http.get('*/api/v1/invitations/ratings/', () => HttpResponse.json({ ...ratings, ...figures })));
  renderAt('/p/x', '/p/:slug', <AuthorFigures slug="x" />);
  expect(await screen.findByText('60 by 12 authors')).toBeInTheDocument();
  expect(screen.getByText('Invitations').nextSibling).toHaveTextContent('100');
  expect(screen.getByText('67 % of 3 answers')).toBeInTheDocument();
});

it('withholds shares and means of few, as the page of the ratings does', async () => {
  const ratings = { n_invitations: 2, n_counted: 1, n_people: 1, few: 5, scores: [0, 1, 0, 0, 0] };
  const figures = { mean: 2, deviation: 0.1, n_yes: 2, n_no: 1 };
  server.use(http.get('*/api/v1/invitations/ratings/', () => HttpResponse.json({ ...ratings, ...figures })));
  renderAt('/p/x', '/p/:slug', <AuthorFigures slug="x" />);
  expect((await screen.findByText('Mean')).nextSibling).toHaveTextContent('from 5 ratings on');
  expect(screen.getByText('Yes').nextSibling).toHaveTextContent('from 5 authors on');
  expect(screen.queryByText('SD')).not.toBeInTheDocument();
});
