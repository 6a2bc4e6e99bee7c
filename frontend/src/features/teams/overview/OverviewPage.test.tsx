import { cleanup, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Quality, Ratings, Stages } from '@/api/types';
import { project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { OverviewPage } from './OverviewPage';

const person = (annotator: number, name: string): Stages['annotators'][number] => ({
  annotator,
  username: name.toLowerCase(),
  name,
  n_rows: 100,
  n_reviewed: 80,
  n_submitted: 50,
  n_edited: 9,
  n_overridden: 0,
  rows_per_hour: 211.6,
  edits_per_row: 0.605,
  last_active: null,
});

const stages: Stages = {
  stages: [
    { key: 'imported', label: 'Imported', count: 4, note: '2 this week' },
    { key: 'in_sets', label: 'In test sets', count: 1, note: '1 test set' },
  ],
  languages: [{ source_language: 'de', target_language: 'fr', n_pairs: 4 }],
  n_documents: 8,
  n_running: 0,
  workers: 1,
  jobs_waiting: 0,
  annotators: [person(1, 'Ines'), person(2, 'Wen')],
  burn_up: {
    needed: 4,
    today: '2026-11-20',
    days: [{ day: '2026-11-19', submitted: 1, due: 3 }],
  },
  behind: [{ annotator: 2, name: 'Wen', n_overdue: 2, n_left: 3, since: '2026-11-19' }],
  stuck: [],
  computed_at: '2026-11-20T09:00:00Z',
  is_current: true,
};

const measured: Quality = {
  computed_at: '2026-11-20T09:00:00Z',
  is_current: true,
  engines: [
    {
      engine: 'vecalign',
      engine_label: 'vecAlign',
      n_talks: 2,
      n_links: 312,
      strict_f1: 0.8749,
      lax_f1: 0.962,
      ece: 0.0834,
      bins: [
        { confidence: 0.4, right: 0.25, n: 12 },
        { confidence: 0.9, right: 0.95, n: 300 },
      ],
    },
  ],
  agreement: [{ annotator: 1, n_talks: 1, links: 0.87, good_align: null, good_mt: 0.519 }],
};

function open(role: string, quality: Quality = measured, told: Stages = stages, rated: Partial<Ratings> = {}) {
  const asked: string[] = [];
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role }))),
    http.get('*/api/v1/projects/harbour/guidelines/', () =>
      HttpResponse.json({ current: null, versions: [], n_reviews_without: null }),
    ),
    http.get('*/api/v1/projects/harbour/stages/', () => HttpResponse.json(told)),
    http.get('*/api/v1/projects/harbour/quality/', () => {
      asked.push('quality');
      return HttpResponse.json(quality);
    }),
    http.get('*/api/v1/invitations/ratings/', () =>
      HttpResponse.json({
        n_invitations: 4,
        n_counted: 2,
        n_people: 2,
        few: 5,
        scores: [0, 0, 1, 0, 1],
        ...rated,
        mean: 4,
        deviation: 1.413,
        n_yes: 45,
        n_no: 15,
      }),
    ),
  );
  renderAt('/p/harbour', '/p/:slug', <OverviewPage />);
  return asked;
}

const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

describe('the overview', () => {
  it('says how far the reviews are behind their due dates, and who is', async () => {
    open('admin');
    const finding = '1 of 4 reviews submitted, 2 behind the due dates. The last are due 19 November 2026.';
    expect(await screen.findByRole('img', { name: finding })).toBeInTheDocument();
    expect(screen.getByText(/2 reviews overdue, the first since 19 November 2026; 3 left in all/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reviews over time as CSV' })).toBeInTheDocument();
  });

  it('says how each person gets on, and how far they agree with the others', async () => {
    open('admin');
    expect(await screen.findByText('2 this week')).toBeInTheDocument();
    const ines = await screen.findByRole('row', { name: /^Ines/ });
    await screen.findByText(/Krippendorff/);
    expect(cells(ines)).toEqual(['80 / 100', '212', '0.60', '.87', '.52', 'never']);
    expect(cells(screen.getByRole('row', { name: /^Wen/ }))).toEqual(['80 / 100', '212', '0.60', '–', '–', 'never']);
  });

  it('shows how authors rated, as the server counts it', async () => {
    open('admin');
    expect(await screen.findByText('2 of 4 submitted')).toBeInTheDocument();
    expect(screen.getByText(/^mean/)).toHaveTextContent('mean from 5 ratings on');
    cleanup();
    open('admin', measured, stages, { n_counted: 6, n_people: 6, n_invitations: 8, scores: [0, 0, 3, 0, 3] });
    expect(await screen.findByText('6 of 8 submitted, 75 % yes')).toBeInTheDocument();
    expect(screen.getByText(/^mean/)).toHaveTextContent('mean 4.00, SD 1.41');
  });

  it('measures the engines, and draws the same figures for those who do not see them', async () => {
    open('adjudicator');
    const row = await screen.findByRole('row', { name: /vecAlign/ });
    expect(cells(row)).toEqual(['.87', '.96', '.083']);
    expect(screen.getByRole('img', { name: /vecAlign: \.25 at \.40, \.95 at \.90\./ })).toBeInTheDocument();
  });

  it('leads to a returned review whoever may open it, everybody else to its pair', async () => {
    const before = stages.stuck;
    stages.stuck = [{ kind: 'returned', text: 'Tides, returned to Wen: look again', pair: 7, review: 6, annotator: 5 }];
    open('annotator');
    expect(await screen.findByRole('link', { name: 'Open' })).toHaveAttribute('href', '/p/harbour/pairs/7');
    cleanup();
    open('admin');
    expect(await screen.findByRole('link', { name: 'Open' })).toHaveAttribute('href', '/review/6');
    stages.stuck = before;
  });

  it('says what was imported, by languages, until somebody reviews', async () => {
    const first = [{ key: 'imported', label: 'Imported', count: 6, note: '' }];
    const languages = [
      { source_language: 'en', target_language: 'ja', n_pairs: 5 },
      { source_language: 'und', target_language: 'fr', n_pairs: 1 },
    ];
    open('admin', measured, { ...stages, stages: first, annotators: [], languages });
    const imported = within(await screen.findByRole('region', { name: 'Imported' }));
    expect(imported.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'English → Japanese5 pairs',
      'language unknown → French1 pair',
    ]);
    cleanup();
    open('admin');
    await screen.findByRole('heading', { name: 'Stuck' });
    expect(screen.queryByRole('region', { name: 'Imported' })).not.toBeInTheDocument();
  });

  it('leads to the people of the project where nobody is left for a review', async () => {
    const text = '2 pairs, DE → FR: nobody is left for 2 reviews.';
    const stuck = [{ kind: 'no_reviewer', text, pair: null, review: null, annotator: null }];
    open('admin', measured, { ...stages, stuck });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/p/harbour/people');
  });

  it('has no columns of agreement, and says why no engine is measured, before there is anything to compare', async () => {
    open('admin', { ...measured, engines: [], agreement: [] });
    expect(await screen.findByText(/computed from submitted reviews/)).toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: 'α links' })).not.toBeInTheDocument();
  });

  it('says as of when figures are that are out of date, and nothing of those that are not', async () => {
    open('admin');
    await screen.findByRole('row', { name: /vecAlign/ });
    expect(screen.queryByText(/as of|being/)).not.toBeInTheDocument();
    cleanup();
    open('admin', { ...measured, is_current: false });
    expect(await screen.findByText(/as of .*, being updated/)).toBeInTheDocument();
    cleanup();
    open('admin', { engines: [], agreement: [], computed_at: null, is_current: false });
    expect(await screen.findByText(', being computed')).toBeInTheDocument();
    expect(screen.queryByText(/computed from submitted reviews/)).not.toBeInTheDocument();
  });

  it('asks for what only curators see on their behalf alone', async () => {
    const asked = open('annotator');
    expect(await screen.findByRole('row', { name: /^Ines/ })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: /Engine quality/ })).not.toBeInTheDocument();
    expect(asked).toEqual([]);
  });
});
