import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { RareWords } from './RareWords';

const words = [1, 2].map((n) => ({ word: `w${n}`, n, title: 'Tides, a paper', number: 3 }));

it('shows the first words with where they come from, and links to the file of all', async () => {
  renderAt('/', '/', <RareWords document={7} words={words} n={5000} />);
  const summary = await screen.findByText('5,000 rare words, on which BWER is counted');
  summary.parentElement?.setAttribute('open', '');
  expect(within(screen.getByRole('table')).getAllByRole('row')[2]).toHaveTextContent('w22Tides, a paper3');
  expect(screen.getByText('The first 2 are shown; the file has all.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Rare words as CSV' })).toHaveAttribute(
    'href',
    '/api/v1/documents/7/transcript-check/rare-words/',
  );
});
