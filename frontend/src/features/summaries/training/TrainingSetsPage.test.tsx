import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaults, ines, page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { againstSentence, figureTable, gainLines, skippedSentence, testShare, untrained, wordsOf } from './model';
import { TrainingSetsPage } from './TrainingSetsPage';

const at = '2026-11-20T12:00:00Z';
const scores = (f1: number, over: object = {}) => ({
  n_papers: 4,
  precision: f1,
  recall: f1,
  f1,
  average_precision: null,
  rouge: { rouge1: 0.61, rouge2: 0.547 },
  ...over,
});
const gain = {
  metric: 'rouge2',
  over: 'lead',
  n_papers: 4,
  difference: 0.031,
  low: 0.012,
  high: 0.05,
  p: 0.0004,
  least_p: 0.0001,
};
const figures = {
  split: 'test',
  n_learnt: 14,
  rouge_against: 'references',
  n_rouge: 3,
  gains: [
    gain,
    { ...gain, metric: 'average_precision', difference: -0.02, low: null, high: null, p: 0.25, least_p: 0.125 },
  ],
  systems: { talk: scores(1), lead: scores(0.2), trained: scores(0.5) },
};
const model = (over: object = {}) => ({
  id: 5,
  training_set: 3,
  variant: 'words-150',
  state: 'ready',
  progress: 1,
  message: '',
  error: '',
  sha256: 'b'.repeat(64),
  figures,
  created_at: at,
  finished_at: at,
  ...over,
});
const split = (name: string, papers: number) => ({
  split: name,
  papers,
  speakers: papers,
  references: 2,
  sentences: papers * 54,
  words_spoken: 900,
  chosen: { 'words-150': papers * 7, 'words-250': papers * 13, 'ratio-30': papers * 16, 'ratio-40': papers * 21 },
});
const trainingSet = (over: object = {}) => ({
  id: 3,
  project: 'harbour',
  number: 1,
  name: 'Spring papers',
  description: '',
  licence: '',
  basis: 'gold_or_run',
  train_share: 60,
  dev_share: 20,
  seed: 1,
  uses_corpus_split: false,
  state: 'frozen',
  progress: 1,
  message: '',
  error: '',
  n_papers: 24,
  sha256: 'a'.repeat(64),
  rows_sha256: 'c'.repeat(64),
  verified_at: null,
  problems: [],
  created_by: ines,
  created_at: at,
  finished_at: at,
  contents: {
    statistics: [split('train', 14), split('dev', 6), split('test', 4)],
    basis: { run: 24 },
    skipped: { 'papers not aligned': 1 },
  },
  files: [{ form: 'lines', label: 'All lengths (JSON lines)', name: 'set.jsonl', size: 2048, sha256: 'd'.repeat(64) }],
  models: [model()],
  ...over,
});
const unfinished = { contents: null, files: [], models: [], n_papers: null, sha256: '', finished_at: null };

let sets: object[] = [];
let role: 'admin' | 'viewer' | 'annotator' = 'admin';
let trains = true;
let sent: [string, unknown][] = [];

beforeEach(() => {
  sets = [trainingSet()];
  role = 'admin';
  trains = true;
  sent = [];
  const keep =
    (answer: object | null, status: number) =>
    async ({ request }: { request: Request }) => {
      const { pathname } = new URL(request.url);
      sent.push([`${request.method} ${pathname.replace('/api/v1/', '')}`, await request.json().catch(() => null)]);
      return answer ? HttpResponse.json(answer, { status }) : new HttpResponse(null, { status });
    };
  server.use(
    http.get('/api/v1/projects/harbour/', () => HttpResponse.json(project({ role }))),
    http.get('/api/v1/defaults/', () => HttpResponse.json(defaults({ trains_summarisers: trains }))),
    http.get('/api/v1/training-sets/', () => HttpResponse.json(page(sets))),
    http.get('/api/v1/documents/', () => HttpResponse.json(page([{ id: 12, title: '潮の台帳', language: 'ja' }]))),
    http.get('/api/v1/trained-models/5/summary/', ({ request }) => {
      sent.push(['summary', new URL(request.url).search]);
      const sentence = { position: 7, text: '港は凍った。', section: '1 序論', rank: 1, score: 0.8 };
      return HttpResponse.json({ document: 12, title: '潮の台帳', sentences: [sentence], n_words_total: 1 });
    }),
    http.post('/api/v1/training-sets/', keep(trainingSet(), 201)),
    http.post('/api/v1/trained-models/', keep(model(), 201)),
    http.delete('/api/v1/training-sets/3/', keep(null, 204)),
    http.delete('/api/v1/trained-models/5/', keep(null, 204)),
  );
});

const open = (query = '') =>
  renderAt(
    `/p/harbour/summaries/training-sets${query}`,
    '/p/:slug/summaries/training-sets',
    <TrainingSetsPage tabs={null} />,
  );

describe('the page of training sets', () => {
  it('tells what is in a set, gives its files and the figures of its models, its own first', async () => {
    open();
    const set = await screen.findByRole('article', { name: 'Spring papers 1' });
    expect(
      within(set).getByText(/14 papers for training, 6 for dev, 4 for testing.*1 paper not aligned/),
    ).toBeVisible();
    const contents = within(set).getByRole('group', { name: 'Contents of Spring papers 1' });
    expect(within(contents).getByRole('row', { name: 'train 14 14 2 756 98 182 224 294' })).toBeVisible();
    expect(within(set).getByText('a'.repeat(64))).toBeVisible();
    const file = set.querySelector('a[href="/api/v1/training-sets/3/files/lines/"]');
    expect(file).toHaveTextContent('All lengths (JSON lines)');
    const table = within(set).getByRole('group', { name: 'Figures of the model for 150 words' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'This model61.054.750.050.050.0–',
      'First sentences61.054.720.020.020.0–',
      'The talk itself61.054.7100.0100.0100.0–',
    ]);
    expect(within(set).getByText(/with the summaries that people wrote of 3 papers/)).toBeVisible();
    const gains = within(set).getByText('Gain over the best baseline').nextElementSibling;
    expect(gains).toHaveTextContent('ROUGE-2+3.1 over first sentences; interval +1.2 to +5.0, p < .001');
    expect(gains).toHaveTextContent(
      'AP−2.0 over first sentences; too few papers for an interval, p = .250 (no smaller than .125 with so few)',
    );
    expect(within(set).getByRole('link', { name: 'Model (JSON)' })).toHaveAttribute(
      'href',
      '/api/v1/trained-models/5/file/',
    );
  });

  it('warns of a set that is no longer what was frozen', async () => {
    sets = [trainingSet({ problems: ['spring-papers-1.jsonl is missing.'] })];
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Don’t use this copy. It is no longer what was frozen: spring-papers-1.jsonl is missing.',
    );
  });

  it('asks for a set once its shares fit into the whole', async () => {
    sets = [];
    const { user } = open();
    expect(await screen.findByText(/No training sets yet. Align papers/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'New training set' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Name'), ' Spring ');
    const share = within(dialog).getByLabelText('Train, %');
    await user.clear(share);
    await user.type(share, '95');
    expect(within(dialog).getByText(/more than 100 % together/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Create training set' })).toBeDisabled();
    await user.clear(share);
    await user.type(share, '60');
    await user.click(within(dialog).getByRole('button', { name: 'Create training set' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([
      [
        'POST training-sets/',
        {
          project: 'harbour',
          name: 'Spring',
          description: '',
          licence: '',
          basis: 'gold_or_run',
          train_share: 60,
          dev_share: 10,
          seed: 1,
          uses_corpus_split: false,
        },
      ],
    ]);
  });

  it('trains a model of a length that has none, and deletes one', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Train a model' }));
    await user.click(screen.getByRole('button', { name: 'Delete the model for 150 words' }));
    await waitFor(() =>
      expect(sent).toEqual([
        ['POST trained-models/', { training_set: 3, variant: 'words-250' }],
        ['DELETE trained-models/5/', null],
      ]),
    );
  });

  it('deletes a set after a question', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete Spring papers 1' }));
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent).toEqual([['DELETE training-sets/3/', null]]));
  });

  it('follows what is being made and trained, and says why something failed', async () => {
    sets = [
      trainingSet({ ...unfinished, id: 4, number: 2, state: 'running', progress: 0.4, message: 'Reading the talks' }),
      trainingSet({
        models: [
          model({ state: 'running', progress: 0.61, message: 'Measuring: lead', figures: null }),
          model({ id: 6, variant: 'ratio-30', state: 'failed', error: 'nothing can be learnt', figures: null }),
        ],
      }),
    ];
    open();
    expect(await screen.findByText('40 % Reading the talks')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel Spring papers 2' })).toBeVisible();
    expect(screen.getByText('61 % Measuring: lead')).toBeVisible();
    expect(screen.getByText('nothing can be learnt')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Summarise a paper' })).toBeNull();
    sets = [trainingSet({ ...unfinished, id: 4, number: 2, state: 'failed', error: '3 papers without gold rows' })];
    expect(await screen.findByText('3 papers without gold rows', {}, { timeout: 3000 })).toBeVisible();
  });

  it('summarises the paper of the address with the model, as long as asked', async () => {
    const { user, router } = open('?paper=12');
    const part = await screen.findByRole('region', { name: 'Summarise a paper' });
    expect(await within(part).findByText('港は凍った。')).toBeVisible();
    expect(within(part).getByRole('list')).toHaveAttribute('lang', 'ja');
    await user.type(within(part).getByLabelText('Words'), '60');
    await waitFor(() => expect(sent.at(-1)).toEqual(['summary', '?document=12&n_words=60']));
    expect(sent).toHaveLength(2);
    expect(router.state.location.search).toBe('?paper=12&words=60');
    await user.click(within(part).getByLabelText('The abstract first'));
    await waitFor(() => expect(sent.at(-1)).toEqual(['summary', '?document=12&hybrid=60']));
  });

  it('offers nothing that the role or the server cannot do', async () => {
    trains = false;
    const admin = open();
    expect(await screen.findByText(/Training needs scikit-learn/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Train a model' })).toBeNull();
    admin.unmount();
    role = 'viewer';
    const viewer = open();
    await screen.findByRole('article', { name: 'Spring papers 1' });
    expect(screen.queryByRole('button', { name: /New|Delete|Train/ })).toBeNull();
    viewer.unmount();
    role = 'annotator';
    open();
    expect(await screen.findByText('Annotators do not see training sets.')).toBeVisible();
  });
});

describe('words and figures', () => {
  it('keeps unknown systems and metrics, after those that it knows', () => {
    const { heads, rows } = figureTable({
      ...figures,
      systems: { other: scores(0.1, { rouge: { rouge9: 0.5 } }), trained: scores(0.5, { rouge: { rouge9: 0.25 } }) },
    });
    expect(heads).toEqual(['rouge9', 'P', 'R', 'F1', 'AP']);
    expect(rows.map(({ label, cells }) => [label, cells[0]])).toEqual([
      ['This model', '25.0'],
      ['other', '50.0'],
    ]);
  });

  it('says what texts are compared with, and what few papers are worth', () => {
    expect(againstSentence({ ...figures, rouge_against: 'abstracts' })).toMatch(/none of these papers has a reference/);
    expect(againstSentence({ ...figures, rouge_against: '' })).toMatch(/else with its abstract/);
    const alone = { ...figures, gains: [{ ...gain, low: null, high: null }] };
    expect(gainLines(alone)[0]).toMatchObject({ text: expect.stringContaining('too few papers for an interval') });
    const rough = { ...figures, gains: [gain, { ...gain, p: 0.25 }] };
    expect(gainLines(rough).map(({ isBetter }) => isBetter)).toEqual([true, false]);
  });

  it('reads lengths and shares, and counts what is left', () => {
    expect([null, '', '0', '-3', '2.5', 'x', '20000', '60'].map((text) => wordsOf(text, 10_000))).toEqual([
      ...Array(7).fill(null),
      60,
    ]);
    expect([testShare(80, 10), testShare(100, 0), testShare(90, 20), testShare(0, 0)]).toEqual([10, 0, null, null]);
    expect(skippedSentence({})).toBe('');
    expect(untrained([{ variant: 'words-150', state: 'failed' }])).toHaveLength(4);
    expect(untrained([{ variant: 'words-150', state: 'queued' }])).toHaveLength(3);
  });
});
