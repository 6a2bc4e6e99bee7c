import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { run } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
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

it('says why a run shows no confidences', () => {
  const why = 'No confidences are shown: 9 of 20 links are as large as a link may be here.';
  const [without, other] = [run({ number: 1, info: { no_confidences: why } }), run({ id: 2, number: 2, info: {} })];
  renderAt('/runs', '/runs', <RunsTable runs={[without, other]} canCancel={false} />);
  expect(screen.getAllByText(/No confidences are shown/)).toHaveLength(1);
  expect(screen.getByRole('row', { name: /run 1,/ })).toHaveTextContent(why);
});

it('runs the filters on an imported run, and says what they keep', async () => {
  const sent: unknown[] = [];
  const engine = {
    name: 'lengths',
    label: 'Lengths only',
    available: true,
    reason: '',
    cost: { seconds: 1, bytes: 1000, left_out: '', too_large: '' },
    options: ['filters', 'similarity'].map((name) => ({
      name,
      label: name,
      type: 'choice',
      default: 'chrf',
      by_preset: {},
      help: '',
      choices: ['chrf', 'comet'],
      minimum: null,
      maximum: null,
    })),
  };
  const done = run({ id: 7, state: 'succeeded', pair_kind: 'bitext', engine: 'imported' });
  server.use(
    http.get('*/api/v1/engines/', () => HttpResponse.json([engine])),
    http.post('*/api/v1/runs/7/filter/', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(done, { status: 202 });
    }),
  );
  const { user } = renderAt('/runs', '/runs', <RunsTable runs={[done]} canCancel />);
  await user.click(screen.getByRole('button', { name: `Run the filters on run ${done.number}` }));
  await user.click(await screen.findByRole('combobox', { name: 'similarity' }));
  await user.click(await screen.findByRole('option', { name: 'comet' }));
  expect(screen.queryByRole('combobox', { name: 'filters' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Run the filters' }));
  await waitFor(() => expect(sent).toEqual([{ options: { similarity: 'comet' } }]));
});

it('shows the filters at work, and then what they drop', () => {
  const filtering = {
    state: 'running' as const,
    progress: 0.4,
    message: '',
    error: '',
    options: {},
    created_at: '',
    finished_at: null,
  };
  const done = run({ state: 'succeeded', pair_kind: 'bitext', filtering });
  const { unmount } = renderAt('/runs', '/runs', <RunsTable runs={[done]} canCancel />);
  expect(screen.getByText('Filtering, 40 %', { exact: false })).toBeVisible();
  expect(screen.getByRole('button', { name: `Cancel the filters on run ${done.number}` })).toBeVisible();
  const info = { filters: { kept: 96, dropped: { coarse: 12, inter_score: 3, intra: 0 } } };
  unmount();
  const judged = { ...done, info, filtering: { ...filtering, state: 'succeeded' as const } };
  renderAt('/runs', '/runs', <RunsTable runs={[judged]} canCancel />);
  expect(screen.getByText('Filters keep 96; dropped by coarse 12, combined score 3')).toBeVisible();
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
