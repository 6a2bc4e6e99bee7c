import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { ImportProjectPage } from './ImportProjectPage';

const about = {
  lectern: '0.1.0',
  version: 1,
  exported_at: '2026-11-23T14:20:00Z',
  project: { slug: 'harbour', name: 'Harbour Talks' },
  people: 'names',
  with_recordings: false,
  counts: { pairs: 24, reviews: 61, edits: 4020, releases: 2 },
  n_entries: 213,
  n_bytes: 23_900_000,
  n_verified: 0,
  copied: false,
};
const checked = {
  id: 7,
  name: 'harbour-2026-11-23.lectern.zip',
  state: 'checked',
  progress: 1,
  message: '',
  error: '',
  about,
  people: [
    { id: 3, username: 'ines', name: 'Ines Koba', role: 'admin', account: null, proposed: null },
    {
      id: 4,
      username: 'wen',
      name: 'Wen Li',
      role: null,
      account: null,
      proposed: { id: 12, username: 'wen', name: 'Wen Li' },
    },
  ],
  project_name: 'Harbour Talks (2)',
  project: null,
  may_name_others: true,
  created_at: '2026-11-27T08:00:00Z',
  started_at: '2026-11-27T08:00:00Z',
  finished_at: null,
};

function serve(first: object) {
  const state = { made: first, sent: [] as unknown[] };
  server.use(
    http.get('*/api/v1/session/', () => HttpResponse.json({ user: null })),
    http.get('*/api/v1/project-imports/7/', () => HttpResponse.json(state.made)),
    http.post('*/api/v1/project-imports/7/commit/', async ({ request }) => {
      state.sent.push(await request.json());
      state.made = {
        ...checked,
        state: 'done',
        project: 'harbour-talks-2',
        about: { ...about, n_verified: 2, copied: true },
        finished_at: '2026-11-27T08:00:41Z',
      };
      return HttpResponse.json(state.made);
    }),
  );
  return state;
}

const show = () => renderAt('/import?import=7', '/import', <ImportProjectPage />);

describe('importing a project', () => {
  it('asks who people are here, proposes nobody by a name alone, and imports all of it', async () => {
    const state = serve(checked);
    show();
    expect(await screen.findByText('213 checksums right')).toBeVisible();
    const wen = screen.getByRole('combobox', { name: 'Account of Wen Li here' });
    expect(wen).toHaveDisplayValue('Without an account, name kept');
    await userEvent.selectOptions(wen, 'Wen Li (same user name)');
    await userEvent.click(screen.getByRole('button', { name: 'Import' }));
    await waitFor(() =>
      expect(state.sent).toEqual([
        {
          name: 'Harbour Talks (2)',
          accounts: [
            { person: 3, account: null },
            { person: 4, account: 12 },
          ],
        },
      ]),
    );
    expect(await screen.findByRole('status')).toHaveTextContent(/24 pairs, 61 reviews, 2 releases in 41 s/);
    expect(screen.getByRole('link', { name: 'Harbour Talks (2)' })).toHaveAttribute('href', '/p/harbour-talks-2');
    expect(screen.getByText(/have new ids/)).toBeVisible();
  });

  it('says in words why an archive is refused', async () => {
    serve({ ...checked, state: 'failed', error: 'People.jsonl was changed after the export. Nothing was imported.' });
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent('changed after the export. Nothing was imported.');
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });
});
