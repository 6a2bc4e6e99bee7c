import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { ines, page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { SlidesPage } from './SlidesPage';

const at = '2026-11-20T12:00:00Z';
const figure = (value: number) => ({ value, low: value - 0.02, high: value + 0.02 });
const row = (id: number, method: string, label: string, f1: number, over: object = {}) => ({
  id,
  task: 'segmentation',
  method,
  label,
  n_talks: 20,
  why: '',
  figures: { accuracy: figure(0.8), f1: figure(f1), pk: figure(0.5 - f1), window_diff: figure(0.5) },
  ...over,
});
const rows = [
  row(1, 'never', 'Never cut', 0, { figures: { accuracy: figure(0.874), f1: { value: 0, low: null, high: null } } }),
  row(2, 'cosine', 'Cosine of windows', 0.203),
  row(3, 'engine-slides', 'Words of slides', 0, { n_talks: 0, why: 'needs the text of the slides', figures: {} }),
  row(4, 'first', 'First sentences', 0, {
    task: 'key_sentences',
    figures: { top_3_f1: figure(0.342), top_3_precision: figure(0.254) },
  }),
];
const counts = {
  n_talks: 20,
  n_left_out: 2,
  n_sentences: 4205,
  n_clips: 541,
  n_segments: 531,
  n_samples: 190,
  n_silent: 10,
  n_with_silent: 4,
};
const table = (over: object = {}) => ({
  id: 9,
  project: 'harbour',
  basis: 'imported',
  test_set: null,
  state: 'succeeded',
  progress: 1,
  message: '',
  error: '',
  counts,
  rows,
  created_by: ines,
  created_at: at,
  started_at: at,
  finished_at: '2026-11-20T12:00:38Z',
  ...over,
});
const imported = { basis: 'imported', test_set: null, name: '', n_talks: 20 };
const published = [
  { task: 'segmentation', label: 'LSTM', source: 'Lv et al. 2021, table 3, test set', figures: { accuracy: 0.9033 } },
];
const talk = (id: number, title: string, figures = {}) => ({
  id,
  pair: id,
  title,
  video: title,
  n_sentences: 98,
  figures,
});
const cuts = {
  title: 'Tides',
  n_sentences: 98,
  boundaries: [12, 40],
  methods: [
    { row: 1, label: 'Never cut', cuts: [] },
    {
      row: 2,
      label: 'Cosine of windows',
      cuts: [
        { at: 12, fit: 'exact' },
        { at: 41, fit: 'near' },
        { at: 70, fit: 'wrong' },
      ],
    },
  ],
};

let sent: [string, unknown][];
beforeEach(() => {
  sent = [];
});

function show({ role = 'admin', corpora = [imported] as object[], tables = [table()] as object[] } = {}) {
  server.use(
    http.get('/api/v1/projects/harbour/', () => HttpResponse.json(project({ role }))),
    http.get('/api/v1/slides-tables/basis/', () => HttpResponse.json({ corpora, published })),
    http.get('/api/v1/slides-tables/', () => HttpResponse.json(page(tables))),
    http.get('/api/v1/slides-tables/8/talks/', () => HttpResponse.json({ talks: [] })),
    http.get('/api/v1/slides-tables/9/talks/', ({ request }) => {
      const isOfRow = new URL(request.url).searchParams.has('row');
      return HttpResponse.json({ talks: [talk(1, 'Tides', isOfRow ? { f1: 0.118 } : {}), talk(2, 'Winds')] });
    }),
    http.get('/api/v1/slides-tables/9/cuts/', ({ request }) => {
      sent.push(['cuts', new URL(request.url).searchParams.get('talk')]);
      return HttpResponse.json(cuts);
    }),
    http.get('/api/v1/slides-predictions/', () =>
      HttpResponse.json(
        page([{ id: 3, project: 'harbour', name: 'Ours', task: 'segmentation', created_by: ines, created_at: at }]),
      ),
    ),
    http.post('/api/v1/slides-tables/', async ({ request }) => {
      sent.push(['run', await request.json()]);
      return HttpResponse.json(table({ id: 10, state: 'queued', rows: [] }), { status: 201 });
    }),
    http.post('/api/v1/slides-predictions/', () => {
      const message = 'a.json: 190 sentences expected, 188 found, first difference in clip_12';
      const answer = {
        code: 'unreadable',
        detail: `${message}. Nothing was stored.`,
        errors: [{ field: 'files', message }],
      };
      return HttpResponse.json(answer, { status: 400 });
    }),
    http.delete('/api/v1/slides-predictions/3/', () => {
      sent.push(['delete', 3]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return renderAt(
    '/p/harbour/summaries/evaluation/slides',
    '/p/:slug/summaries/evaluation/slides',
    <SlidesPage tabs={null} />,
  );
}

const methods = async (name = 'Segmentation') =>
  within(await screen.findByRole('group', { name }))
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent);

describe('methods on talks with slides', () => {
  it('stand in the order of F1, with those that cannot run and those of papers last', async () => {
    show();
    expect(await methods()).toEqual(['Cosine of windows', 'Never cut', 'Words of slides', 'LSTM paper, test']);
    expect(screen.getByText('needs the text of the slides')).toBeVisible();
    expect(screen.getByText(/87.4 % of sentences start no segment/)).toBeVisible();
    expect(screen.getByText('20 talks, 531 segments, 4,205 sentences; 95 % intervals over talks')).toBeVisible();
    expect(screen.getByText('190 of 541')).toBeVisible();
    expect(screen.getByText('2 talks left out: not all of their sentences are gold.')).toBeVisible();
    expect(screen.getByRole('img', { name: 'best; 95 % interval .183 to .223' })).toBeVisible();
  });

  it('are sorted by another figure, by its head or by a key', async () => {
    const { user } = show();
    await user.click(
      within(await screen.findByRole('group', { name: 'Segmentation' })).getByRole('button', { name: 'Accuracy, %' }),
    );
    expect((await methods())[0]).toBe('Never cut');
    await user.keyboard('s');
    expect((await methods())[0]).toBe('Cosine of windows');
  });

  it('open talk by talk, and show where they cut one', async () => {
    const { user } = show();
    expect(await screen.findByRole('img', { name: 'Slides: 2 changes' })).toBeVisible();
    expect(
      screen.getByRole('img', { name: 'Cosine of windows: 1 exact, 1 within 2, 1 where no slide begins' }),
    ).toBeVisible();
    expect(screen.getByRole('img', { name: 'Never cut: no cut' })).toBeVisible();
    await user.keyboard('j');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('cell', { name: '.118' })).toBeVisible();
    expect(screen.queryByRole('cell', { name: 'Winds' })).not.toBeInTheDocument();
    await user.keyboard('v');
    await waitFor(() => expect(sent).toContainEqual(['cuts', '2']));
  });

  it('say where else a method that cannot run here has figures', async () => {
    const gold = { basis: 'gold', test_set: null, name: '', n_talks: 22 };
    const there = row(21, 'engine-slides', 'Words of slides', 0.4, { n_talks: 22 });
    const { user } = show({
      corpora: [imported, gold],
      tables: [table({ id: 8, basis: 'gold', rows: [there] }), table()],
    });
    expect(
      await screen.findByText(/needs the text of the slides. Gold, 22 talks: Boundary F1 .400, Pk .100./),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Switch corpus' }));
    expect(await screen.findByRole('combobox', { name: 'Corpus' })).toHaveValue('Gold, 22 talks');
  });

  it('hide the rows of papers', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('checkbox', { name: 'Show published rows' }));
    expect(await methods()).not.toContain('LSTM paper, test');
  });

  it('are run by a key, and keep their figures meanwhile', async () => {
    const { user } = show();
    await methods();
    await user.keyboard('r');
    await waitFor(() =>
      expect(sent).toContainEqual(['run', { project: 'harbour', basis: 'imported', test_set: null }]),
    );
  });

  it('fill in while they are computed', async () => {
    const going = table({
      id: 10,
      state: 'running',
      progress: 0.4,
      message: '2 of 5 methods: Cosine of windows',
      counts: null,
      rows: [row(11, 'never', 'Never cut', 0.01)],
      finished_at: null,
    });
    show({ tables: [going, table()] });
    expect(await screen.findByText('2 of 5 methods: Cosine of windows')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Run again' })).not.toBeInTheDocument();
    expect(screen.getByRole('row', { name: /^Never cut/ })).not.toHaveAttribute('data-old');
    expect(screen.getByRole('row', { name: /^Cosine of windows/ })).toHaveAttribute('data-old');
  });

  it('are compared with predictions that fit, which can go again', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Add predictions' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Tagger');
    const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file], input[type=file]');
    await user.upload(input as HTMLInputElement, new File(['{}'], 'a.json', { type: 'application/json' }));
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText(/190 sentences expected, 188 found, first difference in clip_12/)).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Delete Ours' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent).toContainEqual(['delete', 3]));
  });

  it('need a corpus', async () => {
    show({ corpora: [], tables: [] });
    expect(await screen.findByText(/No corpus with slide boundaries yet./)).toHaveTextContent(
      'No corpus with slide boundaries yet. Import VT-SSum or review a talk.',
    );
  });

  it('are read, not run, by a viewer, and not seen by an annotator', async () => {
    const { user, unmount } = show({ role: 'viewer' });
    await methods();
    await user.keyboard('r');
    expect(screen.queryByRole('button', { name: 'Run again' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add predictions' })).not.toBeInTheDocument();
    expect(sent.filter(([what]) => what === 'run')).toEqual([]);
    unmount();
    show({ role: 'annotator' });
    expect(await screen.findByText('Annotators do not see how methods are evaluated.')).toBeVisible();
  });
});
