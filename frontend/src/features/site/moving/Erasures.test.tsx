import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { Erasures } from './Erasures';

const foreseen = {
  name: 'Geena  Rocero',
  found_by: ['Geena  Rocero', 'ROCERO, Geena'],
  stamp: 'abc',
  talks: [
    { id: 4, title: 'Why I must come out', speaker: 'Geena Rocero' },
    { id: 5, title: 'Why I must come out', speaker: 'Geena Rocero' },
    { id: 6, title: 'Why I must come out', speaker: 'Somebody Else' },
  ],
  counts: { documents: 2, pairs: 1, runs: 1, reviews: 3, rows: 120, comments: 2, archives: 2, imports: 2 },
  releases: [{ id: 1, title: 'Spring', version: '1.0', n_rows: 40, n_rows_before: 600, is_public: true }],
  releases_stopped: 0,
  staying: [{ id: '9', title: 'The paper', why: 'is by somebody else' }],
  n_losing_files: 0,
  copies: [],
};
const erased = {
  id: 7,
  reason: 'At the speaker’s request',
  counts: { documents: 2, pairs: 1, reviews: 3, releases: 1, released_rows: 40 },
  hashes: ['a'.repeat(64)],
  state: 'done',
  progress: 1,
  message: '',
  error: '',
  created_by: null,
  created_at: '2026-11-27T08:00:00Z',
  erased_at: '2026-11-27T08:00:09Z',
  finished_at: '2026-11-27T08:00:10Z',
};
let erasures: object[] = [];
let mayErase = true;
let sent: unknown[] = [];

beforeEach(() => {
  erasures = [];
  mayErase = true;
  sent = [];
  const root = '*/api/v1/projects/harbour/erasures/';
  server.use(
    http.get(root, () => HttpResponse.json({ may_erase: mayErase, erasures })),
    http.get(`${root}foreseen/`, ({ request }) =>
      new URL(request.url).searchParams.get('named') === 'Rocero Geena'
        ? HttpResponse.json(foreseen)
        : HttpResponse.json(
            { detail: 'No text of Harbour is by Nobody, or has that title.', code: 'invalid', errors: [] },
            { status: 400 },
          ),
    ),
    http.post(root, async ({ request }) => {
      sent.push(await request.json());
      erasures = [{ ...erased, state: 'running', progress: 0.3, message: 'Writing TMX' }];
      return HttpResponse.json(erasures[0], { status: 201 });
    }),
  );
});

const show = () => renderAt('/p/harbour/settings/move', '/p/:slug/settings/move', <Erasures slug="harbour" />);

describe('erasing a talk', () => {
  it('says what goes and what stays, and asks for the name before it does it', async () => {
    show();
    await userEvent.type(await screen.findByRole('textbox', { name: /Speaker/ }), 'Rocero Geena');
    await userEvent.click(screen.getByRole('button', { name: 'See what would go…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Erase a speaker’s texts: Geena Rocero' });
    expect(within(dialog).getByText(/found by name and by “ROCERO, Geena”/)).toBeVisible();
    const meant = within(within(dialog).getByRole('list', { name: 'What is meant' })).getAllByRole('listitem');
    expect(meant.map((item) => item.textContent)).toEqual([
      'Why I must come out (Geena Rocero)',
      'Why I must come out (Somebody Else)',
    ]);
    expect(within(dialog).getByRole('region', { name: 'Goes, everywhere' })).toHaveTextContent('40 rows in Spring 1.0');
    expect(within(dialog).getByRole('region', { name: 'Goes, everywhere' })).toHaveTextContent(
      '2 waiting imports with the talk',
    );
    expect(within(dialog).getByRole('region', { name: 'Stays' })).toHaveTextContent('The paper');
    const erase = within(dialog).getByRole('button', { name: 'Erase 2 texts' });
    const typed = within(dialog).getByRole('textbox', { name: /Type Geena Rocero/ });
    await userEvent.type(typed, 'Geena');
    expect(erase).toBeDisabled();
    await userEvent.type(typed, ' Rocero');
    await userEvent.click(erase);
    await waitFor(() =>
      expect(sent).toEqual([
        { named: 'Rocero Geena', reason: 'At the speaker’s request', typed: 'Geena Rocero', stamp: 'abc' },
      ]),
    );
    expect(await screen.findByText('Writing TMX')).toBeVisible();
    expect(screen.getByRole('button', { name: 'See what would go…' })).toBeDisabled();
  });

  it('asks anew for all that is shown once it is done', async () => {
    erasures = [{ ...erased, state: 'running', progress: 0.3, message: 'Writing TMX' }];
    let n = 0;
    const Texts = () => <p>{useQuery({ queryKey: ['texts'], queryFn: () => ++n }).data} asked</p>;
    const page = (
      <>
        <Erasures slug="harbour" />
        <Texts />
      </>
    );
    renderAt('/p/harbour/settings/move', '/p/:slug/settings/move', page);
    expect(await screen.findByText('Writing TMX')).toBeVisible();
    expect(screen.getByText('1 asked')).toBeVisible();
    erasures = [erased];
    expect(await screen.findByText('2 asked', {}, { timeout: 4000 })).toBeVisible();
  });

  it('says that nobody of that name is there', async () => {
    show();
    await userEvent.type(await screen.findByRole('textbox', { name: /Speaker/ }), 'Nobody{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('No text of Harbour is by Nobody');
  });

  it('shows tombstones to admins of the project, who cannot erase', async () => {
    mayErase = false;
    erasures = [erased];
    show();
    expect(await screen.findByRole('list', { name: 'Erased' })).toHaveTextContent(
      '2 texts in 1 pair, 3 reviews, 40 rows in 1 release erased on',
    );
    expect(screen.queryByRole('button', { name: 'See what would go…' })).toBeNull();
  });
});
