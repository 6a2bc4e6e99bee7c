import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { AuthorFigures } from './AuthorFigures';

it('counts people apart from their ratings, and rounds', async () => {
  const ratings = { n_invitations: 100, n_counted: 60, n_people: 12, scores: [0, 0, 0, 20, 40] };
  const figures = { mean: 4.67, deviation: 0.48, n_yes: 2, n_no: 1 };
  server.use(http.get('*/api/v1/invitations/ratings/', () => HttpResponse.json({ ...ratings, ...figures })));
  renderAt('/p/x', '/p/:slug', <AuthorFigures slug="x" />);
  expect(await screen.findByText('60 by 12 authors')).toBeInTheDocument();
  expect(screen.getByText('Invitations').nextSibling).toHaveTextContent('100');
  expect(screen.getByText('67 % of 3 answers')).toBeInTheDocument();
});
