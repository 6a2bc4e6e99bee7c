import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Pair, Run } from '@/api/types';
import { page, pair, project, run } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { PairsPage } from './PairsPage';

let role = 'admin';
let pairs: Pair[] = [];
let asked: URL[] = [];

const brief = ({
  id,
  number,
  engine,
  engine_label,
  state,
  progress,
  message,
  error,
  created_at,
  finished_at,
}: Run) => ({
  id,
  number,
  engine,
  engine_label,
  state,
  progress,
  message,
  error,
  created_at,
  finished_at,
});

beforeEach(() => {
  role = 'admin';
  asked = [];
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role }))),
    http.get('*/api/v1/pairs/', ({ request }) => {
      asked.push(new URL(request.url));
      return HttpResponse.json(page(pairs));
    }),
    http.get('*/api/v1/pairs/runs/', ({ request }) => {
      const url = new URL(request.url);
      asked.push(url);
      const ids = (url.searchParams.get('ids') ?? '').split(',');
      const named = pairs.filter(({ id }) => ids.includes(String(id)));
      return HttpResponse.json(named.map(({ id, latest_run }) => ({ pair: id, latest_run })));
    }),
  );
});

const open = (address = '/p/harbour/pairs') =>
  renderAt(address, '/p/:slug/pairs', <PairsPage BulkProgress={() => null} />);

describe('the list of pairs', () => {
  it('counts each side in units of its own: pages of slides, lines of a transcript', async () => {
    const deck = { ...pair().source, kind: 'slides' as const, n_units: 12 };
    const spoken = { ...pair().target, kind: 'transcript' as const, n_units: 1 };
    pairs = [pair({ kind: 'slides_talk', source: deck, target: spoken })];
    open();
    expect(await screen.findByText(/12 pages → Japanese, 1 line$/)).toBeInTheDocument();
  });

  it('offers to align all that are found, those without links unless another stage is asked for', async () => {
    pairs = [pair({ id: 7 }), pair({ id: 9, title: 'The second' })];
    const { unmount } = open('/p/harbour/pairs?search=tide&kind=bitext');
    expect(await screen.findByRole('link', { name: 'Align pairs' })).toHaveAttribute(
      'href',
      '/p/harbour/pairs/align?search=tide&kind=bitext&stage=unaligned',
    );
    expect(asked.at(-1)?.searchParams.get('kind')).toBe('bitext');
    unmount();
    open('/p/harbour/pairs?stage=failed');
    expect(await screen.findByRole('link', { name: 'Align pairs' })).toHaveAttribute(
      'href',
      '/p/harbour/pairs/align?stage=failed',
    );
    expect(asked.at(-1)?.searchParams.get('stage')).toBe('failed');
  });

  it('aligns a pair, follows the run while it lasts, and then offers the review', async () => {
    pairs = [pair()];
    let body: unknown;
    server.use(
      http.post('*/api/v1/runs/', async ({ request }) => {
        body = await request.json();
        pairs = [pair({ latest_run: brief(run()) })];
        return HttpResponse.json(run({ state: 'queued' }), { status: 201 });
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Align The tide ledger' }));
    expect(body).toEqual({ pair: 7, engine: 'auto', options: {} });
    expect(await screen.findByRole('progressbar', { name: 'Aligning The tide ledger' })).toHaveAttribute(
      'aria-valuenow',
      '62',
    );
    const lists = () => asked.filter(({ pathname }) => pathname === '/api/v1/pairs/').length;
    const before = lists();
    pairs = [pair({ latest_run: brief(run({ state: 'succeeded', progress: 1 })) })];
    expect(
      await screen.findByRole('button', { name: 'Review The tide ledger' }, { timeout: 3000 }),
    ).toBeInTheDocument();
    expect(lists()).toBe(before); // the run was asked for, and not all the pairs again
    const polls = asked.length;
    await new Promise((resolve) => setTimeout(resolve, 1300));
    expect(asked.length).toBe(polls);
  });

  it('cancels a run', async () => {
    pairs = [pair({ latest_run: brief(run()) })];
    server.use(
      http.post('*/api/v1/runs/3/cancel/', () => {
        pairs = [pair({ latest_run: brief(run({ state: 'cancelled' })) })];
        return HttpResponse.json(run({ state: 'cancelled' }));
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Cancel the alignment of The tide ledger' }));
    expect(await screen.findByText('cancelled')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Align The tide ledger' })).toHaveTextContent('Align again');
  });

  it('opens a review and goes there', async () => {
    pairs = [pair({ latest_run: brief(run({ state: 'succeeded' })) })];
    server.use(http.post('*/api/v1/reviews/', () => HttpResponse.json({ id: 42 }, { status: 201 })));
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: 'Review The tide ledger' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/review/42'));
  });

  it('says in the row why a step was refused', async () => {
    pairs = [pair()];
    const detail = 'No engine can run.';
    server.use(
      http.post('*/api/v1/runs/', () =>
        HttpResponse.json({ code: 'engine_unavailable', detail, errors: [] }, { status: 400 }),
      ),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Align The tide ledger' }));
    const row = screen.getByRole('row', { name: /The tide ledger/ });
    expect(await within(row).findByRole('alert')).toHaveTextContent(detail);
  });

  it('offers an annotator no alignment and no import', async () => {
    role = 'annotator';
    pairs = [pair(), pair({ id: 8, title: 'Glass that sings', latest_run: brief(run({ state: 'succeeded' })) })];
    open();
    expect(await screen.findByRole('button', { name: 'Review Glass that sings' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Align/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Import' })).not.toBeInTheDocument();
  });

  it('searches through the URL and offers the way back from nothing', async () => {
    pairs = [];
    const { user, router } = open('/p/harbour/pairs?search=glas');
    expect(await screen.findByText(/No pairs match “glas”/)).toBeInTheDocument();
    expect(asked.at(-1)?.searchParams.get('search')).toBe('glas');
    await user.clear(screen.getByRole('searchbox', { name: 'Find a pair' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(await screen.findByText(/No pairs yet/)).toBeInTheDocument();
  });
});
