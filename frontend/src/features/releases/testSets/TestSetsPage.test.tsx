import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { TestSet } from '@/api/types';
import { ines, page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { TestSetsPage } from './TestSetsPage';

const review = (id: number, state: string) => ({
  id,
  pair: { id, title: `Talk ${id}`, kind: 'bitext' },
  annotator: ines,
  state,
  n_rows: 100 + id,
  n_reviewed: 100 + id,
});

function serve(role: string) {
  const state = { sets: [] as TestSet[], body: null as unknown };
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role }))),
    http.get('*/api/v1/projects/harbour/gold/', () => HttpResponse.json({ n_rows: 206, n_reviews: 2 })),
    http.get('*/api/v1/reviews/', ({ request }) => {
      const wanted = new URL(request.url).searchParams.get('state');
      const all = [review(1, 'submitted'), review(2, 'open'), review(5, 'submitted')];
      return HttpResponse.json(page(all.filter(({ state }) => state === wanted)));
    }),
    http.get('*/api/v1/releases/', () => HttpResponse.json(page([]))),
    http.get('*/api/v1/test-sets/', () => HttpResponse.json(page(state.sets))),
    http.post('*/api/v1/test-sets/', async ({ request }) => {
      state.body = await request.json();
      const made = {
        id: 4,
        n_rows: 105,
        takes: 'all' as const,
        reviews: [],
        created_at: '2026-11-20T12:00:00Z',
        ...(state.body as Pick<TestSet, 'project' | 'name' | 'description'>),
      } satisfies TestSet;
      state.sets = [made];
      return HttpResponse.json(made, { status: 201 });
    }),
  );
  return state;
}

describe('test sets', () => {
  it('show no number of rows while those are being counted, but can be downloaded', async () => {
    serve('adjudicator');
    server.use(http.get('*/api/v1/projects/harbour/gold/', () => HttpResponse.json({ n_rows: null, n_reviews: 2 })));
    renderAt('/p/harbour/test-sets', '/p/:slug/test-sets', <TestSetsPage tabs={null} />);
    expect(await screen.findByText('Counting the rows from 2 submitted reviews.')).toBeVisible();
    expect(screen.getAllByRole('link', { name: /all gold/ }).length).toBeGreaterThan(0);
  });

  it('are made of all gold, and lead on to their talks', async () => {
    const state = serve('adjudicator');
    const { user } = renderAt('/p/harbour/test-sets', '/p/:slug/test-sets', <TestSetsPage tabs={null} />);
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Spring');
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Create test set' }));
    await waitFor(() => expect(state.body).toEqual({ project: 'harbour', name: 'Spring', description: '' }));
  });

  it('are downloaded as VT-SSum too where the project has talks with slides', async () => {
    serve('adjudicator');
    server.use(
      http.get('*/api/v1/projects/harbour/gold/', () => HttpResponse.json({ n_rows: 4, n_reviews: 2 })),
      http.get('*/api/v1/pairs/', ({ request }) => {
        const isOfSlides = new URL(request.url).searchParams.get('kind') === 'slides_talk';
        return HttpResponse.json(page(isOfSlides ? [{ id: 1 }] : []));
      }),
    );
    renderAt('/p/harbour/test-sets', '/p/:slug/test-sets', <TestSetsPage tabs={null} />);
    const link = await screen.findByRole('link', { name: 'Download all gold as VT-SSum' });
    expect(link).toHaveAttribute('href', '/api/v1/projects/harbour/gold/?file_format=vtssum');
  });

  it('are read, not made or exported, by a viewer, who is warned of damaged releases', async () => {
    const state = serve('viewer');
    const damaged = {
      id: 7,
      test_set: 4,
      version: '1.0',
      state: 'frozen',
      variant: 'curated',
      n_rows: 105,
      finished_at: '2026-11-20T12:00:00Z',
      problems: ['The rows are not those that were released.'],
    };
    server.use(http.get('*/api/v1/releases/', () => HttpResponse.json(page([damaged]))));
    state.sets = [
      {
        id: 4,
        project: 'harbour',
        name: 'Spring',
        description: '',
        reviews: [5],
        takes: 'named',
        n_rows: 105,
        created_at: '2026-11-20T12:00:00Z',
      },
    ];
    renderAt('/p/harbour/test-sets', '/p/:slug/test-sets', <TestSetsPage tabs={null} />);
    expect(await screen.findByRole('heading', { name: 'Spring' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Download/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Create|Delete/ })).not.toBeInTheDocument();
    expect(await screen.findByText('Not what was released')).toBeVisible();
  });

  it('are not said to be missing to annotators, who do not see them', async () => {
    serve('annotator');
    renderAt('/p/harbour/test-sets', '/p/:slug/test-sets', <TestSetsPage tabs={null} />);
    expect(await screen.findByText('Test sets are not shown to annotators.')).toBeVisible();
  });
});
