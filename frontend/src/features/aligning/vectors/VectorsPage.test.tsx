import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { ines, page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import type { VectorSet } from './requests';
import { VectorsPage } from './VectorsPage';

const vectors = (over: Partial<VectorSet> = {}): VectorSet => ({
  id: 1,
  name: 'GloVe',
  origin: 'file',
  source: 'glove.txt',
  language: 'en',
  dimension: 100,
  n_words: 400_000,
  sha256: 'abcdef0123456789',
  state: 'ready',
  progress: 1,
  message: '',
  error: '',
  is_default: false,
  worker_alive: true,
  created_by: ines,
  created_at: '2026-11-20T12:00:00Z',
  started_at: null,
  finished_at: null,
  ...over,
});

function serve(is_admin: boolean, sets: VectorSet[]) {
  const state = { sets, body: null as unknown, changed: null as unknown };
  server.use(
    http.get('*/api/v1/session/', () => HttpResponse.json({ user: { ...ines, email: '', is_admin } })),
    http.get('*/api/v1/projects/', () => HttpResponse.json(page([project()]))),
    http.get('*/api/v1/vectors/', () => HttpResponse.json(page(state.sets))),
    http.post('*/api/v1/vectors/', async ({ request }) => {
      const type = request.headers.get('Content-Type') ?? '';
      state.body = type.includes('json') ? await request.json() : type;
      if ((state.body as { name?: string }).name === 'GloVe') {
        const errors = [{ field: 'name', message: 'There are word vectors named GloVe already.' }];
        return HttpResponse.json({ code: 'invalid', detail: errors[0]?.message, errors }, { status: 400 });
      }
      const made = vectors({ id: 2, name: 'Ours', origin: 'trained', state: 'running', progress: 0.42, n_words: null });
      state.sets = [...state.sets, made];
      return HttpResponse.json(made, { status: 201 });
    }),
    http.patch('*/api/v1/vectors/1/', async ({ request }) => {
      state.changed = await request.json();
      state.sets = state.sets.map((set) => ({ ...set, is_default: set.id === 1 }));
      return HttpResponse.json(state.sets[0]);
    }),
    http.delete('*/api/v1/vectors/1/', () => {
      state.sets = state.sets.filter((set) => set.id !== 1);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return state;
}

const open = () => renderAt('/vectors', '/vectors', <VectorsPage />);

describe('word vectors', () => {
  it('are trained on chosen projects, with progress', async () => {
    const state = serve(true, []);
    const { user } = open();
    const part = await screen.findByRole('region', { name: 'Train on project texts' });
    await user.click(await within(part).findByRole('checkbox', { name: 'Harbour Talks' }));
    await user.type(within(part).getByRole('textbox', { name: /Name/ }), 'Ours');
    await user.type(within(part).getByRole('textbox', { name: /Language/ }), 'en');
    await user.click(within(part).getByRole('button', { name: 'Train on 1 project' }));
    expect(await screen.findByText('Training, 42 %')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'Ours' })).toHaveAttribute('aria-valuenow', '42');
    expect(state.body).toEqual({
      name: 'Ours',
      language: 'en',
      projects: ['harbour'],
      dimension: 100,
      epochs: 5,
      min_count: 3,
    });
  });

  it('are added from the server, and a name in use is reported at its field', async () => {
    const state = serve(true, [vectors()]);
    const { user } = open();
    const part = await screen.findByRole('region', { name: 'Add vectors' });
    await user.click(within(part).getByText('On the server'));
    await user.type(within(part).getByRole('textbox', { name: /Path/ }), '/data/glove.txt');
    await user.type(within(part).getByRole('textbox', { name: /Name/ }), 'GloVe');
    await user.click(within(part).getByRole('button', { name: 'Add' }));
    expect(await within(part).findByText('There are word vectors named GloVe already.')).toBeInTheDocument();
    expect(state.body).toEqual({ name: 'GloVe', language: '', path: '/data/glove.txt' });
  });

  it('are made the default, and deleted after a question', async () => {
    const state = serve(true, [vectors()]);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Make GloVe the default' }));
    expect(await screen.findByText(/default for new runs/)).toBeInTheDocument();
    expect(state.changed).toEqual({ is_default: true });
    await user.click(screen.getByRole('button', { name: 'Delete GloVe' }));
    expect(state.sets).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('GloVe')).not.toBeInTheDocument());
  });

  it('are read, not changed, by whoever is not a site admin', async () => {
    serve(false, [
      vectors(),
      vectors({ id: 3, name: 'Broken', state: 'failed', n_words: null, error: 'line 2: no numbers' }),
    ]);
    open();
    expect(await screen.findByText('400,000')).toBeInTheDocument();
    expect(screen.getByText('line 2: no numbers')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /default|Delete|Add|Train/ })).not.toBeInTheDocument();
  });
});
