import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { MovePage } from './MovePage';

const done = {
  id: 4,
  people: 'names',
  with_recordings: false,
  name: 'harbour-2026-11-27.lectern.zip',
  size: 23_900_000,
  sha256: `5b1e9c04${'0'.repeat(52)}d7a2`,
  counts: { reviews: 61 },
  state: 'done',
  progress: 1,
  message: '',
  error: '',
  created_by: null,
  created_at: '2026-11-27T08:00:00Z',
  finished_at: '2026-11-27T08:00:10Z',
};
const failed = { ...done, id: 5, name: '', state: 'failed', error: 'Stopped at 243 MB: the disk is full.' };

let exports: object[] = [];
let namesStay = '';
let sent: unknown[] = [];

beforeEach(() => {
  exports = [];
  namesStay = '';
  sent = [];
  const root = '*/api/v1/projects/harbour';
  const counts = { pairs: 24, documents: 57, runs: 49, reviews: 61, edits: 4020, adjudications: 9, recordings: 4 };
  server.use(
    http.get(`${root}/`, () => HttpResponse.json(project())),
    http.get(`${root}/exports/`, () => HttpResponse.json({ counts, names_stay: namesStay, kept_days: 14, exports })),
    http.get(`${root}/erasures/`, () => HttpResponse.json({ may_erase: false, erasures: [] })),
    http.post(`${root}/exports/`, async ({ request }) => {
      sent.push(await request.json());
      const made = { ...done, state: 'running', progress: 0.4, message: 'Writing reviews' };
      exports = [made];
      return HttpResponse.json(made, { status: 201 });
    }),
  );
});

const show = () => renderAt('/p/harbour/settings/move', '/p/:slug/settings/move', <MovePage tabs={null} />);

describe('moving a project', () => {
  it('says what goes along, has it made, and tells how far it is', async () => {
    show();
    expect(await screen.findByRole('row', { name: /Texts, with earlier versions 24 pairs, 57 texts/ })).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: /4 recordings/ }));
    await userEvent.click(screen.getByRole('radio', { name: /^Names/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(sent).toEqual([{ people: 'names', with_recordings: true }]));
    expect(await screen.findByText('Writing reviews')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled();
  });

  it('asks for one archive, and says why another was refused until one is there', async () => {
    server.use(
      http.post('*/api/v1/projects/harbour/exports/', () =>
        HttpResponse.json({ code: 'conflict', detail: 'An archive is being made.' }, { status: 409 }),
      ),
    );
    const { queryClient } = show();
    const button = await screen.findByRole('button', { name: 'Export' });
    expect(button).toHaveAttribute('data-once');
    await userEvent.click(button);
    expect(await screen.findByText('An archive is being made.')).toBeVisible();
    exports = [done];
    await queryClient.invalidateQueries();
    expect(await screen.findByRole('link', { name: 'Download' })).toBeVisible();
    expect(screen.queryByText('An archive is being made.')).toBeNull();
  });

  it('lists archives with their sums, and why one failed', async () => {
    exports = [failed, done];
    show();
    expect(await screen.findByRole('link', { name: 'Download' })).toHaveAttribute(
      'href',
      '/api/v1/projects/harbour/exports/4/file/',
    );
    expect(screen.getByText(/sha256 5b1e9c04…d7a2/)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('the disk is full');
  });

  it('offers no pseudonyms where a release shows names', async () => {
    namesStay = 'Spring 1.0 shows user names, and a release never changes. Export with names.';
    show();
    expect(await screen.findByRole('radio', { name: /^Pseudonyms/ })).toBeDisabled();
    expect(screen.getByRole('radio', { name: /^Names/ })).toBeChecked();
  });

  it('downloads raw reviews with pseudonyms unless names are asked for', async () => {
    show();
    const link = await screen.findByRole('link', { name: 'Long table for R, pandas' });
    expect(link).toHaveAttribute('href', '/api/v1/projects/harbour/raw-reviews/?form=long&people=pseudonyms');
    await userEvent.click(screen.getByRole('checkbox', { name: /user names/ }));
    expect(link).toHaveAttribute('href', '/api/v1/projects/harbour/raw-reviews/?form=long&people=names');
  });
});
