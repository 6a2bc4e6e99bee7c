import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { ines, page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { EvaluationPage } from './EvaluationPage';

const at = '2026-11-20T12:00:00Z';
const grid = { similarity: ['characters'], lambda_: [0.75, 0.8], gamma: [0.4, 0.5], delta: [0.33], epsilon: [0.1] };
const current = { similarity: 'characters', lambda_: 0.75, gamma: 0.5, delta: 0.33, epsilon: 0.1 };
const best = { ...current, lambda_: 0.8, gamma: 0.4 };
const result = (over: object = {}) => ({
  scores: [0.705, 0.699, 0.712, 0.704],
  current_score: 0.699,
  best,
  best_score: 0.712,
  folds: [
    { n_talks: 5, setting: best, f1: 0.702, current_f1: 0.67 },
    { n_talks: 4, setting: best, f1: 0.731, current_f1: 0.69 },
  ],
  f1: 0.712,
  current_f1: 0.683,
  low: 0.012,
  high: 0.044,
  has_gain: true,
  ...over,
});
const tuning = (over: object = {}) => ({
  id: 7,
  project: 'harbour',
  state: 'succeeded',
  progress: 1,
  message: '',
  error: '',
  vectors: '',
  n_settings: 4,
  n_done: 4,
  created_by: ines,
  created_at: at,
  started_at: at,
  finished_at: '2026-11-20T12:12:00Z',
  grid,
  current,
  basis: { n_talks: 24, n_papers: 24, n_words: 1986 },
  result: result(),
  preset: null,
  ...over,
});
const outlook = (over: object = {}) => ({
  n_talks: 24,
  n_papers: 24,
  least_papers: 5,
  most_settings: 10_000,
  preset: '',
  current,
  vectors: '',
  grid: { ...grid, similarity: ['characters', 'exact'] },
  ...over,
});
const set = (over: object = {}) => ({
  id: 4,
  project: 'harbour',
  name: 'Workshop reviewers',
  kind: 'references',
  n_summaries: 30,
  n_papers: 22,
  created_by: ines,
  created_at: at,
  ...over,
});
const figures = (mean: number, p: number | null) => {
  const one = { mean, low: mean - 0.02, high: mean + 0.02, p, least_p: p && 0.125 };
  const names = ['rouge_1_f', 'rouge_2_r', 'rouge_2_f', 'rouge_3_f', 'rouge_l_f', 'rouge_su4_f'];
  return Object.fromEntries(names.map((name) => [name, one]));
};
const table = (over: object = {}) => ({
  id: 9,
  project: 'harbour',
  references: 4,
  state: 'succeeded',
  stem: false,
  progress: 1,
  message: '',
  error: '',
  n_papers: 22,
  signature: 'rouge|stem:false',
  rows: [
    { id: 1, system: 'abstract', label: 'Abstract', n_papers: 22, n_words: 132.4, figures: figures(0.243, 0.004) },
    {
      id: 2,
      system: 'hybrid-250',
      label: 'Abstract and talk, 250 words',
      n_papers: 21,
      n_words: 249,
      figures: figures(0.389, null),
    },
  ],
  created_by: ines,
  created_at: at,
  finished_at: at,
  ...over,
});
const paperScore = {
  document: 5,
  title: 'Where Speakers Pause',
  n_words: 130,
  rouge_1_f: 0.31,
  rouge_2_r: 0.32,
  rouge_2_f: 0.33,
  rouge_3_f: 0.34,
  rouge_l_f: 0.35,
  rouge_su4_f: 0.36,
};
let sets: object[] = [];
let tables: object[] = [];
let newest: object | null = tuning();
let sent: [string, unknown][] = [];

beforeEach(() => {
  newest = tuning();
  sets = [];
  tables = [];
  sent = [];
  const keep =
    (answer: object, status = 201) =>
    async ({ request }: { request: Request }) => {
      const { pathname } = new URL(request.url);
      sent.push([`${request.method} ${pathname.replace('/api/v1/', '')}`, await request.json().catch(() => null)]);
      return status === 204 ? new HttpResponse(null, { status }) : HttpResponse.json(answer, { status });
    };
  server.use(
    http.get('/api/v1/projects/harbour/', () => HttpResponse.json(project())),
    http.get('/api/v1/summary-sets/', () => HttpResponse.json(page(sets))),
    http.get('/api/v1/rouge-tables/', () => HttpResponse.json(page(tables))),
    http.get('/api/v1/rouge-tables/9/papers/', () => HttpResponse.json({ label: 'Abstract', scores: [paperScore] })),
    http.post('/api/v1/rouge-tables/', keep({})),
    http.get('/api/v1/tunings/', () => HttpResponse.json(page(newest ? [newest] : []))),
    http.get('/api/v1/tunings/basis/', () => HttpResponse.json(outlook())),
    http.get('/api/v1/tunings/7/', () => HttpResponse.json(newest ?? {})),
    http.post('/api/v1/tunings/', keep({})),
    http.post('/api/v1/tunings/7/cancel/', keep({})),
    http.post('/api/v1/tunings/7/use/', keep({ id: 31, name: 'Tuned on 20 November 2026' })),
    http.delete('/api/v1/presets/31/', keep({}, 204)),
  );
});

const open = () =>
  renderAt('/p/harbour/summaries/evaluation', '/p/:slug/summaries/evaluation', <EvaluationPage tabs={null} />);

describe('tuning', () => {
  it('shows the heat map, moves through it by the arrow keys and lists the settings of a cell', async () => {
    const { user } = open();
    const map = await screen.findByRole('table', { name: 'F1 of links by λ and γ' });
    const cell = (name: string) => within(map).getByRole('button', { name });
    expect(cell('λ .8, γ .4, .712, best')).toHaveAttribute('tabindex', '0');
    expect(cell('λ .75, γ .5, .699, in use')).toHaveAttribute('tabindex', '-1');
    cell('λ .8, γ .4, .712, best').focus();
    await user.keyboard('{ArrowUp}{ArrowLeft}{ArrowLeft}{Enter}');
    expect(cell('λ .75, γ .5, .699, in use')).toHaveFocus();
    expect(screen.getByText(/with λ .75, γ .5, δ .33, ε .1, words compared by characters/)).toBeVisible();
    expect(screen.getByText('+.029, interval .012 to .044.')).toBeVisible();
    expect(screen.getByText(/^The best settings are chosen on all talks; the F1 beside them/)).toBeVisible();
    expect(
      screen.getByRole('list', { name: '2 of 2 folds are better with the settings that were found' }),
    ).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'All lines' }));
    expect(screen.getAllByRole('row').some((row) => row.textContent?.startsWith('.712characters.8'))).toBe(true);
  });

  it('makes the best settings a preset after asking, and takes it back', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Use as preset: the best settings' }));
    expect(screen.getByText('New runs use λ .8, γ .4, δ .33, ε .1. Existing runs are kept.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use them' }));
    expect(await screen.findByText(/New runs use “Tuned on 20 November 2026”/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'Use as preset: the best settings' })).toBeVisible();
    expect(sent.map(([what]) => what)).toEqual(['POST tunings/7/use/', 'DELETE presets/31/']);
  });

  it('does not offer a preset of settings that are one already', async () => {
    newest = tuning({ preset: 31 });
    open();
    expect(await screen.findByRole('link', { name: 'a preset' })).toHaveAttribute(
      'href',
      '/p/harbour/settings/presets',
    );
    expect(screen.queryByRole('button', { name: /Use as preset/ })).toBeNull();
  });

  it('says so where nothing is better', async () => {
    newest = tuning({ result: result({ has_gain: false, low: -0.01, high: 0.04 }) });
    open();
    expect(await screen.findByText('No setting beats what is in use: +.029, interval −.010 to +.040.')).toBeVisible();
  });

  it('fills in while a search goes on, and stops it', async () => {
    newest = tuning({
      state: 'running',
      n_done: 2,
      progress: 0.5,
      finished_at: null,
      result: result({ scores: [0.705, 0.699] }),
    });
    const { user } = open();
    expect(await screen.findByText(/Searching, 2 of 4/)).toHaveTextContent('Cancel keeps what is done.');
    expect(screen.getByRole('button', { name: 'λ .8, γ .4, not tried yet, best' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'New search…' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(sent).toEqual([['POST tunings/7/cancel/', null]]));
  });

  it('keeps what a cancelled search found', async () => {
    newest = tuning({ state: 'cancelled', n_done: 2, result: result({ scores: [0.705, 0.699] }) });
    open();
    expect(await screen.findByText(/Cancelled after 2 of 4 settings/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'New search…' })).toBeVisible();
  });

  it('says how many talks are missing', async () => {
    newest = null;
    server.use(http.get('/api/v1/tunings/basis/', () => HttpResponse.json(outlook({ n_talks: 3, n_papers: 3 }))));
    open();
    expect(await screen.findByText('Tuning needs 5 reviewed talks. You have 3.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'New search…' })).toBeNull();
  });

  it('starts a search of the values that were typed, and refuses what are none', async () => {
    newest = null;
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'New search…' }));
    expect(await screen.findByText('8 settings on 24 talks.')).toBeVisible();
    const lambda = screen.getByLabelText('λ, jumps');
    await user.clear(lambda);
    await user.type(lambda, '.6 nine');
    expect(screen.getByText('Numbers between 0 and 1, with spaces between them')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Search' })).toBeDisabled();
    await user.clear(lambda);
    await user.type(lambda, '.6 .7 .8');
    await user.click(screen.getByLabelText('equality'));
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() =>
      expect(sent).toEqual([['POST tunings/', { project: 'harbour', grid: { ...grid, lambda_: [0.6, 0.7, 0.8] } }]]),
    );
  });
});

describe('summaries against references', () => {
  it('says what is needed to see scores', async () => {
    open();
    expect(await screen.findByText('Import references to see ROUGE.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Import references' })).toBeVisible();
  });

  it('shows each system with its interval, sorts by a column and opens a row paper by paper', async () => {
    sets = [set()];
    tables = [table()];
    const { user } = open();
    const found = await screen.findByRole('group', { name: 'Scores of systems' });
    expect(
      screen.getByText('22 papers, per cent, 95 % intervals, bold: best, *: no different by a paired test'),
    ).toBeVisible();
    const labels = () =>
      within(found)
        .getAllByRole('rowheader')
        .map((head) => head.textContent);
    expect(labels()).toEqual(['Abstract', 'Abstract and talk, 250 words 21 papers']);
    expect(
      within(found).getAllByRole('img', {
        name: '95 % interval 22.3 to 26.3; p = .004 against the best; no p below .125 is possible on so few papers',
      })[0],
    ).toBeInTheDocument();
    for (const form of ['CSV', 'LaTeX', 'Markdown'])
      expect(screen.getByRole('link', { name: form })).toHaveAttribute(
        'href',
        `/api/v1/rouge-tables/9/export/?form=${form.toLowerCase()}`,
      );
    expect(screen.getByText('rouge|stem:false')).toBeVisible();
    await user.click(within(found).getByRole('button', { name: 'R-2 F' }));
    expect(labels()).toEqual(['Abstract and talk, 250 words 21 papers', 'Abstract']);
    await user.click(within(found).getByRole('button', { name: 'Abstract' }));
    expect(await within(found).findByText('Where Speakers Pause')).toBeVisible();
  });

  it('computes scores that there are not yet, and tells how far it is', async () => {
    sets = [set()];
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Compute scores' }));
    await waitFor(() => expect(sent).toEqual([['POST rouge-tables/', { references: 4, stem: false }]]));
    tables = [table({ state: 'running', progress: 0.5, rows: [], message: 'Scoring, 11 of 22 papers' })];
    open();
    expect((await screen.findAllByText('Scoring, 11 of 22 papers'))[0]).toBeVisible();
  });
});
