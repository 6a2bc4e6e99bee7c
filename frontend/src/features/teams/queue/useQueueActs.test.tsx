import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { QueueSlot, Upcoming } from '@/api/queue';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import type { Hero } from './model';
import { useQueueActs } from './useQueueActs';

const slot = (pair: number) => ({ id: 40 + pair, pair: { id: pair, title: `Talk ${pair}` }, review: null });
const next: Hero = { kind: 'next', upcoming: { pair: { id: 3, title: 'Talk 3' } } as Upcoming };
const held: Hero = { kind: 'start', slot: slot(3) as unknown as QueueSlot };

function Probe({ hero }: { hero: Hero }) {
  const acts = useQueueActs('x', undefined, hero);
  return (
    <>
      <button type="button" onClick={acts.skipping ? () => acts.skip('Not my language') : acts.askToSkip}>
        {acts.skipping ? `Skip ${acts.skipping.title}` : 'Ask'}
      </button>
      <p>{acts.given ? `${acts.given.verb} ${acts.given.title}` : 'Nothing given back'}</p>
    </>
  );
}

/** Skips what is to be done now; the server offers a pair as the next. */
async function skip(hero: Hero, offered: number) {
  const asked: string[] = [];
  server.use(
    http.post('*/api/v1/projects/x/queue/next/', () => {
      asked.push('next');
      return HttpResponse.json(slot(offered));
    }),
    http.post('*/api/v1/slots/:id/skip/', async ({ params, request }) => {
      asked.push(`skip ${params.id}: ${((await request.json()) as { reason: string }).reason}`);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = renderAt('/queue', '/queue', <Probe hero={hero} />);
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await user.click(screen.getByRole('button', { name: 'Skip Talk 3' }));
  await screen.findByRole('button', { name: 'Ask' });
  return asked;
}

it('skips a pair that is held', async () => {
  expect(await skip(held, 9)).toEqual(['skip 43: Not my language']);
  expect(screen.getByText('Skipped Talk 3')).toBeVisible();
});

it('claims a pair that is not held before it is skipped', async () => {
  expect(await skip(next, 3)).toEqual(['next', 'skip 43: Not my language']);
  expect(screen.getByText('Skipped Talk 3')).toBeVisible();
});

it('skips nothing where somebody was faster', async () => {
  expect(await skip(next, 4)).toEqual(['next']);
  expect(screen.getByText('Nothing given back')).toBeVisible();
});
