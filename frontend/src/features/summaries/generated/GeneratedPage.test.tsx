import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { ines, page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { GeneratedPage } from './GeneratedPage';

const run = (over: object = {}) => ({
  id: 3,
  project: 'harbour',
  name: 'Endpoint A',
  direction: 'slide_to_script',
  host: 'api.example.org',
  model: 'small',
  prompt: 'Say it.',
  prompt_version: 1,
  with_paper: false,
  temperature: 0.2,
  seed: 7,
  file_name: '',
  is_imported: false,
  n_characters: 100,
  state: 'succeeded',
  progress: 1,
  message: '',
  error: '',
  created_by: ines,
  created_at: '2026-11-20T12:00:00Z',
  finished_at: null,
  n_talks: 1,
  n_slides: 2,
  n_texts: 2,
  n_problems: 0,
  n_cut_off: 1,
  n_unsupported: 1,
  rouge_1: 0.294,
  rouge_2: 0.083,
  rouge_l: 0.256,
  tokens_in: 0,
  tokens_out: 0,
  ...over,
});
const text = (number: number, made: string | null, over: object = {}) => ({
  id: number,
  page: number,
  start: 0,
  material: `Slide ${number}`,
  paper: [],
  reference: 'the best threshold would cut',
  text: made,
  problem: '',
  is_cut_off: number === 1,
  rouge_1: 0.5,
  rouge_2: 0.2,
  rouge_l: 0.4,
  unsupported: [],
  ...over,
});
const texts = [text(1, 'The best threshold lies'), text(2, 'In 50 talks', { unsupported: [[3, 5]], rouge_l: 0.1 })];
const outlook = {
  refusal: '',
  has_materials: true,
  host: 'api.example.org',
  model: 'small',
  prompt: 'Say it.',
  prompt_version: 1,
  n_talks: 22,
  n_slides: 431,
  n_with_paper: 0,
  n_characters: 1_600_000,
  n_tokens: 400_000,
};
const pair = {
  id: 5,
  title: 'Full stop',
  source: { id: 8, title: 'Deck', language: 'en' },
  target: { id: 9, title: 'Talk', language: 'en' },
};

const human = { texts: [{ text: 1, value: 4.25, n: 3 }], runs: [{ run: 3, value: 4.1, n: 6 }] };
let sent: [string, unknown][];
beforeEach(() => {
  sent = [];
});

function show({ role = 'admin', runs = [run()] as object[], shown = outlook as object } = {}) {
  const note =
    (what: string, answer: object, status = 200) =>
    async ({ request }: { request: Request }) => {
      const body = await request.text();
      sent.push([what, body ? JSON.parse(body) : null]);
      return HttpResponse.json(answer, { status });
    };
  server.use(
    http.get('/api/v1/projects/harbour/', () => HttpResponse.json(project({ role }))),
    http.get('/api/v1/pairs/5/', () => HttpResponse.json(pair)),
    http.get('/api/v1/documents/8/pages/', () => HttpResponse.json({ pages: [], pictures: null })),
    http.get('/api/v1/generation-runs/', () => HttpResponse.json(page(runs))),
    http.get('/api/v1/generation-runs/outlook/', () => HttpResponse.json(shown)),
    http.get('/api/v1/generation-runs/:id/texts/', () => HttpResponse.json({ talks: [], texts })),
    http.post('/api/v1/generation-runs/', note('start', run({ id: 4, name: 'B' }), 201)),
    http.post('/api/v1/generation-runs/3/go-on/', note('go on', run())),
    http.post('/api/v1/generation-runs/3/cancel/', note('cancel', run())),
    http.get('/api/v1/rating-tasks/human-means/', () => HttpResponse.json(human)),
    http.post('/api/v1/generation-runs/3/again/', note('again', run())),
    http.post('/api/v1/rating-tasks/', note('task', { id: 12 }, 201)),
    http.post('/api/v1/rating-tasks/12/draw/', note('draw', { n_sets: 2, n_left: 0 })),
  );
  return renderAt('/p/harbour/pairs/5/generated', '/p/:slug/pairs/:pairId/generated', <GeneratedPage />);
}

describe('generated texts', () => {
  it('stand beside what was said, with what both have and what no source has', async () => {
    const { user } = show();
    const made = within(await screen.findByRole('region', { name: 'Generated' }));
    expect(made.getByText('The best threshold').tagName).toBe('U');
    expect(made.getByText(/R-L 40.0/)).toBeVisible();
    await user.keyboard('j');
    expect(await screen.findByTitle('In no source')).toHaveTextContent('50');
    expect(screen.getByText(/1 number or name in none of the sources: 50/)).toBeVisible();
    await user.keyboard('k');
    await waitFor(() => expect(screen.queryByTitle('In no source')).not.toBeInTheDocument());
    await user.keyboard('u');
    expect(await screen.findByTitle('In no source')).toBeVisible();
    expect(screen.getByText('1 of 1 slide')).toBeVisible();
  });

  it('are not asked for before somebody has agreed to what leaves', async () => {
    const { user } = show({ runs: [] });
    await user.click(await screen.findByRole('button', { name: 'New run…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/431 calls, 1,600,000 characters, about 400,000 tokens/)).toHaveTextContent(
      'api.example.org',
    );
    await user.type(dialog.getByRole('textbox', { name: 'Name of the run' }), 'B');
    expect(dialog.getByRole('button', { name: 'Generate' })).toBeDisabled();
    await user.click(dialog.getByRole('checkbox', { name: 'They may be sent to api.example.org' }));
    await user.click(dialog.getByRole('button', { name: 'Generate' }));
    await waitFor(() => expect(sent[0]?.[0]).toBe('start'));
    expect(sent[0]?.[1]).toMatchObject({
      may_send_to: 'api.example.org',
      n_characters: 1_600_000,
      temperature: null,
      prompt: 'Say it.',
    });
  });

  it('say why nothing can be generated', async () => {
    const { user } = show({ runs: [], shown: { ...outlook, host: '', refusal: 'No chat endpoint is set up.' } });
    await user.click(await screen.findByRole('button', { name: 'New run…' }));
    expect(await screen.findByText(/No chat endpoint is set up. Import texts/)).toBeVisible();
  });

  it('go on where they stopped, and are stopped', async () => {
    const stopped = run({ state: 'failed', n_texts: 1, error: 'api.example.org answered 429: slow.' });
    const { user, unmount } = show({ runs: [stopped] });
    expect(await screen.findByText('Stopped at 1 of 2: api.example.org answered 429: slow.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go on with 1' }));
    await waitFor(() => expect(sent).toEqual([['go on', null]]));
    unmount();
    show({ runs: [run({ state: 'running', n_texts: 1, message: '1 of 2 slides' })] });
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(sent).toContainEqual(['cancel', null]));
  });

  it('get their figures when the run has ended, however early the texts were there', async () => {
    show();
    let isCompared = false;
    server.use(
      http.get('/api/v1/generation-runs/', () =>
        HttpResponse.json(page([run(isCompared ? {} : { state: 'running', progress: 0 })])),
      ),
      http.get('/api/v1/generation-runs/:id/texts/', () =>
        HttpResponse.json({ talks: [], texts: [text(1, 'Tides', isCompared ? {} : { rouge_1: null })] }),
      ),
    );
    expect(await screen.findByText(/R-1 –/)).toBeVisible();
    isCompared = true;
    expect(await screen.findByText(/R-1 50.0/, {}, { timeout: 4_000 })).toBeVisible();
  });

  it('say what raters gave, what was cut off, and what was published, and are made again', async () => {
    const { user } = show();
    const made = within(await screen.findByRole('region', { name: 'Generated' }));
    expect(made.getByText('Cut off: the endpoint lets no answer be longer.')).toBeVisible();
    expect(await made.findByText(/Human 4.25/)).toBeVisible();
    const [, first, ...rest] = within(screen.getByRole('group', { name: 'Runs' })).getAllByRole('row');
    expect(first).toHaveTextContent('29.48.325.601 cut off4.10');
    expect(rest[0]).toHaveTextContent('LLaMA-2 7B + paperM³AV 2024, computer science29.28.725.84.1');
    await user.click(made.getByRole('button', { name: 'Generate slide 1 again' }));
    expect(sent).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent).toEqual([['again', { text: 1 }]]));
  });

  it('go to raters by a key, without the name of the system in the task', async () => {
    const { user } = show();
    await screen.findByRole('region', { name: 'Generated' });
    await user.keyboard('f');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('radio', { name: 'All of this talk, 2' }));
    await user.click(dialog.getByRole('button', { name: 'Make the task' }));
    expect(await dialog.findByRole('link', { name: 'Open the rating task' })).toHaveAttribute(
      'href',
      '/p/harbour/summaries/ratings/tasks/12',
    );
    const [task, drawn] = sent.map(([, body]) => body as Record<string, unknown>);
    expect(task).toMatchObject({ name: 'Texts of talks', per_set: 3, sets_per_rater: 2, medium: 'text' });
    expect(JSON.stringify(task)).not.toContain('Endpoint A');
    expect(task).not.toHaveProperty('texts');
    expect(drawn).toEqual({
      source: 'generated-slide_to_script',
      systems: ['run-3'],
      n_sets: 2,
      traps: false,
      texts: [1, 2],
    });
  });

  it('are read by viewers, and not seen by annotators', async () => {
    const { user, unmount } = show({ role: 'viewer' });
    await screen.findByRole('region', { name: 'Generated' });
    await user.keyboard('f');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'New run…' })).not.toBeInTheDocument();
    unmount();
    show({ role: 'annotator' });
    expect(await screen.findByText('Annotators do not see what systems made.')).toBeVisible();
  });
});
