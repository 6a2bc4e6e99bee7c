import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { OwnPasses } from './OwnPasses';

const pass = (id: number, title: string, state: string, can_go_on: boolean) => ({
  ...{ id, title, state, can_go_on, kind: 'first', check: 10 * id, n_filled: 3, n_masks: 5, lease_ends: null },
  reason: state === 'rejected' ? 'Too fast.' : '',
});

it('offers what can be claimed again, rejected work too where it stays with whoever did it', async () => {
  const claimed: unknown[] = [];
  server.use(
    http.get('/api/v1/projects/p/transcripts/queue/', () =>
      HttpResponse.json({
        mine: [
          pass(1, 'Tides', 'rejected', true),
          pass(2, 'Waves', 'rejected', false),
          pass(3, 'Moons', 'lapsed', true),
          pass(4, 'Winds', 'lapsed', false),
        ],
        free: [],
      }),
    ),
    http.post('/api/v1/projects/p/transcripts/claim/', async ({ request }) => {
      claimed.push(await request.json());
      return HttpResponse.json({ id: 1 });
    }),
  );
  renderAt('/', '/', <OwnPasses slug="p" />);
  expect(await screen.findAllByRole('button')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Claim again: Moons' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Claim again: Tides' }));
  expect(claimed).toEqual([{ check: 10, kind: 'first' }]);
});
