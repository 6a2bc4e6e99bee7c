import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { SummariesOverview } from '@/features/summaries/requests/summaries';
import { defaults } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { MakeSummaries } from './MakeSummaries';

const overview = (state: string) =>
  ({
    n_made: 120,
    n_stale: 0,
    bulk: { state, length: { kind: 'words', value: 250 }, basis: 'gold', n_pairs: 120, n_made: 20, n_without: 0 },
  }) as SummariesOverview;

it('says how far it was when it was cancelled', () => {
  renderAt('/', '/', <MakeSummaries slug="many" overview={overview('cancelled')} canMake={false} />);
  expect(screen.getByText('Cancelled: 20 of 120 summaries, 250 words.')).toBeInTheDocument();
});

it('counts the summaries that were made', () => {
  renderAt('/', '/', <MakeSummaries slug="many" overview={overview('succeeded')} canMake={false} />);
  expect(screen.getByText('20 summaries, 250 words.')).toBeInTheDocument();
});

it('starts from the sentences that the server announces', async () => {
  server.use(http.get('*/api/v1/defaults/', () => HttpResponse.json(defaults({ summary_sentences: 40 }))));
  const { user } = renderAt('/', '/', <MakeSummaries slug="many" overview={overview('succeeded')} canMake />);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Length by' }), 'Sentences');
  expect(screen.getByRole('textbox', { name: 'Sentences' })).toHaveValue('40');
});
