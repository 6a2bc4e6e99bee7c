import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { ines, page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { ActivityPage } from './ActivityPage';

let asked: URL[] = [];
const entry = (id: number, over: object = {}) => ({
  id,
  at: '2026-11-21T12:00:00Z',
  by: 1,
  by_name: 'Ines Koba',
  verb: 'member_role_changed',
  said: 'changed the role of',
  is_warning: false,
  object_kind: 'member',
  object_id: 4,
  object_name: 'Lena Vogt',
  detail: 'viewer → annotator',
  facts: { From: 'viewer' },
  via: 'browser',
  address: '198.51.100.7',
  ...over,
});
const log = (results: object[], next = '') => ({
  results,
  next,
  looked_back_to: next ? '2026-05-03T00:00:00Z' : null,
  kept_days: 730,
  verbs: [{ key: 'signed_in', label: 'signed in', group: 'Sign-ins and accounts' }],
});

beforeEach(() => {
  asked = [];
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project())),
    http.get('*/api/v1/projects/harbour/members/', () =>
      HttpResponse.json(page([{ id: 1, user: ines, role: 'admin', created_at: '2026-11-20T12:00:00Z' }])),
    ),
    http.get('*/api/v1/projects/harbour/activity/', ({ request }) => {
      const url = new URL(request.url);
      asked.push(url);
      if (url.searchParams.get('search') === 'nothing') return HttpResponse.json(log([]));
      if (url.searchParams.get('cursor') === 'further') return HttpResponse.json(log([entry(1)]));
      return HttpResponse.json(
        log(
          [
            entry(9),
            entry(8, { verb: 'sign_in_failed', said: 'failed to sign in as', by: null, by_name: '', is_warning: true }),
            ...Array.from({ length: 10 }, (_, n) =>
              entry(7 - n, { verb: 'claimed', said: 'claimed', object_kind: 'pair' }),
            ),
          ],
          'further',
        ),
      );
    }),
  );
});

const open = (address = '/p/harbour/settings/activity') =>
  renderAt(address, '/p/:slug/settings/activity', <ActivityPage tabs={null} />);

/** Without those of the days. */
const entriesShown = async () => (await screen.findAllByRole('row')).filter((row) => row.dataset.line);

describe('activity', () => {
  it('reads as one sentence a line, and folds ten alike', async () => {
    const { user } = open();
    const rows = await entriesShown();
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('Ines Kobachanged the role of Lena Vogtviewer → annotator'),
      expect.stringContaining('Unknownfailed to sign in as Lena Vogt'),
      expect.stringContaining('claimed 10 pairs'),
    ]);
    expect(rows[1]).toHaveTextContent('198.51.100.7');
    await user.click(screen.getByText('10 pairs'));
    expect(await entriesShown()).toHaveLength(12);
  });

  it('moves by J and K with one stop of the Tab key, and opens details by Enter', async () => {
    const { user, router } = open();
    const rows = await entriesShown();
    expect(rows.filter((row) => row.tabIndex === 0)).toEqual([rows[0]]);
    await user.keyboard('jj');
    expect(rows[1]).toHaveFocus();
    await user.keyboard('k{Enter}');
    expect(router.state.location.search).toBe('?entry=9');
    const details = screen.getByRole('region', { name: 'Details' });
    expect(within(details).getByText('browser, 198.51.100.7')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(router.state.location.search).toBe('');
  });

  it('asks for what the address says, and exports the same', async () => {
    const { user } = open('/p/harbour/settings/activity?when=all');
    await screen.findByRole('option', { name: 'Ines Koba' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Who' }), 'Ines Koba');
    await waitFor(() => expect(asked.at(-1)?.searchParams.get('person')).toBe('1'));
    expect(asked.at(-1)?.searchParams.has('since')).toBe(false);
    const file = screen.getByRole('link', { name: 'Export CSV' });
    expect(file).toHaveAttribute('href', '/api/v1/projects/harbour/activity/export/?file_format=csv&person=1');
    await user.selectOptions(screen.getByRole('combobox', { name: 'When' }), 'Last 30 days');
    await waitFor(() => expect(asked.at(-1)?.searchParams.get('since')).toMatch(/^\d{4}-\d\d-\d\d$/));
  });

  it.each(['viewer', 'annotator', 'adjudicator'] as const)('is closed to a %s', async (role) => {
    server.use(http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role }))));
    open();
    expect(await screen.findByText('Only project admins see the activity.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull();
  });

  it('goes on further back', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Look further back' }));
    await waitFor(() => expect(asked.at(-1)?.searchParams.get('cursor')).toBe('further'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Look further back' })).not.toBeInTheDocument());
  });

  it('says that nothing matches and leads out of it', async () => {
    const { user, router } = open('/p/harbour/settings/activity?search=nothing');
    expect(await screen.findByText(/Nothing matches these filters/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await screen.findAllByRole('row');
    expect(router.state.location.search).toBe('?when=all');
  });

  it('says what failed, and asks again', async () => {
    server.use(http.get('*/api/v1/projects/harbour/activity/', () => HttpResponse.error()));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The server didn’t respond.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });
});
