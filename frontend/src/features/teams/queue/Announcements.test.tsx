import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { ines } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { Announcements } from './Announcements';

const base = { revision: 1, by: ines, at: '2026-11-22T10:00:00Z', changed_at: null, is_to_you: false, is_seen: false };

it('shows the newest that is not closed, the older ones on request, and closes what was read', async () => {
  let standing = [
    { ...base, id: 4, text: 'Look at row 12', revision: 3, is_to_you: true },
    { ...base, id: 3, text: 'Closed before', is_seen: true },
    { ...base, id: 2, text: 'Sung lines are no alignment' },
  ];
  const sent: unknown[] = [];
  server.use(
    http.get('*/projects/x/announcements/', () => HttpResponse.json(standing)),
    http.post('*/projects/x/announcements/:id/close/', async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      standing = standing.filter(({ id }) => String(id) !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = renderAt('/', '/', <Announcements slug="x" />);
  expect(await screen.findByText('Ines Koba, to you:')).toBeVisible();
  expect(screen.queryByText(/Sung lines/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '1 older one' }));
  expect(screen.getByText(/Sung lines/)).toBeVisible();
  expect(screen.queryByText(/Closed before/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Got it: Look at row 12' }));
  await waitFor(() => expect(screen.queryByText(/Look at row 12/)).not.toBeInTheDocument());
  expect(sent).toEqual([['4', { revision: 3 }]]);
});
