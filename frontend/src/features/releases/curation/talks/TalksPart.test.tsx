import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { ines, page } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import type { Funnel } from '../requests';
import type { Talk } from './requests';
import { TalksPart } from './TalksPart';

const talk = (pair: number, title: string, more: Partial<Talk> = {}): Talk => ({
  pair,
  title,
  name: title.toLowerCase(),
  languages: 'en>ja',
  speaker: '',
  n_in: 28,
  n_rows: 127,
  basis: 'agreed',
  why_out: null,
  out_as: null,
  reason: '',
  n_wanted: 0,
  part: 'train',
  pin: null,
  pinned_as: null,
  chosen: null,
  ...more,
});

function serve(rules: Funnel['rules'] = {}) {
  const talks = [
    talk(1, 'The patience of seeds'),
    talk(2, 'The bridge that hums', { n_in: 0, n_rows: 0, basis: '', why_out: 'waits', n_wanted: 2, part: null }),
    talk(3, 'Rust is a clock', { basis: 'chosen', chosen: { review: 9, by: 'Eve Larkin' }, pin: 'test' }),
    talk(4, 'A map of bees', { n_in: 0, why_out: 'talks_out', out_as: 'bees', reason: 'Copied', part: null }),
  ];
  const chosen: unknown[] = [];
  server.use(
    http.get('*/api/v1/test-sets/7/talks/', () =>
      HttpResponse.json({ counts: { all: 4, in: 2, out: 2, pinned: 1, chosen: 1 }, talks, next_after: null }),
    ),
    http.get('*/api/v1/reviews/', () =>
      HttpResponse.json(page([{ id: 9, kind: 'review', n_rows: 118, annotator: ines }])),
    ),
    http.post('*/api/v1/test-sets/7/choose/', async ({ request }) => {
      chosen.push(await request.json());
      return HttpResponse.json({});
    }),
  );
  const onChange = vi.fn();
  const funnel = { rules, takes: 'all', counts: null } as unknown as Funnel;
  const shown = <TalksPart id={7} slug="harbour" funnel={funnel} canChange onChange={onChange} />;
  return { onChange, chosen, ...renderAt('/', '/', shown) };
}

it('says of each talk how much is in, on what basis and why it is out', async () => {
  serve();
  const row = async (name: string) => (await screen.findByRole('button', { name })).closest('tr') as HTMLElement;
  expect(await row('The patience of seeds')).toHaveTextContent('EN → JA28 / 127agreed train');
  expect(await row('The bridge that hums')).toHaveTextContent('waits for 2 reviews–');
  expect(await row('Rust is a clock')).toHaveTextContent('chosen: Eve Larkin');
  expect(within(await row('Rust is a clock')).getByTitle(/Pinned to test, but another talk/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Chosen review 1' })).toBeVisible();
});

it('takes a talk out with a reason and lets it in again', async () => {
  const { onChange, user } = serve({ talks_out: { bees: 'Copied' } });
  await screen.findByRole('button', { name: 'A map of bees' });
  await user.keyboard('x');
  await user.type(await screen.findByRole('textbox', { name: 'Why' }), 'Reads aloud');
  await user.click(screen.getByRole('button', { name: 'Take out 28 rows' }));
  const both = { bees: 'Copied', 'the patience of seeds': 'Reads aloud' };
  expect(onChange).toHaveBeenLastCalledWith({ talks_out: both });
  await user.click(screen.getByRole('checkbox', { name: 'A map of bees is in' }));
  expect(onChange).toHaveBeenLastCalledWith({ talks_out: {} });
});

it('pins a talk to a part, and chooses one review of a pair', async () => {
  const { onChange, chosen, user } = serve();
  await screen.findByRole('button', { name: 'A map of bees' });
  await user.keyboard('p');
  await user.click(await screen.findByRole('button', { name: 'dev' }));
  expect(onChange).toHaveBeenLastCalledWith({ pins: { 'the patience of seeds': 'dev' } });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.keyboard('jc');
  await user.click(await screen.findByRole('radio', { name: /Only Ines/ }));
  await user.click(screen.getByRole('button', { name: 'Choose this review' }));
  await waitFor(() => expect(chosen).toEqual([{ pair: 2, review: 9 }]));
});
