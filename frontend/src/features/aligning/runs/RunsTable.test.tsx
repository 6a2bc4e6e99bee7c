import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { run } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { RunsTable } from './RunsTable';

const LONG = `engine:lexical|${Array.from({ length: 40 }, (_, i) => `option_${i}:${i}`).join('|')}|v:3`;

it('folds a long signature away until somebody asks for it', async () => {
  const done = run({ state: 'succeeded', signature: LONG });
  const { user } = renderAt('/runs', '/runs', <RunsTable runs={[done]} canCancel={false} />);
  const fold = await screen.findByText(`of run ${done.number}`, { exact: false, selector: 'summary > *' });
  const whole = screen.getByText(LONG);
  expect(screen.getByText('engine:lexical|…|v:3')).toBeVisible();
  expect(whole).not.toBeVisible();
  await user.click(fold);
  expect(whole).toBeVisible();
});

it('says how many stretches have key sentences, and what left others without', () => {
  const report = { n_pages: 15, n_samples: 12, short_pages: 2, without_sentences: 0, low_rouge: 1, short_sentences: 1 };
  const thresholds = { min_page_words: 10, min_sentence_words: 3, min_rouge: 0.1 };
  const done = run({ state: 'succeeded', key_sentences: { ...report, ...thresholds } });
  renderAt('/runs', '/runs', <RunsTable runs={[done]} canCancel={false} />);
  const said =
    'Key sentences on 12 of 15 stretches; left out: 2 pages under 10 words, 1 under ROUGE .10, 1 sentence under 3 words';
  expect(screen.getByText(said)).toBeVisible();
});
