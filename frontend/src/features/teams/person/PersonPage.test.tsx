import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { ines, page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { PersonPage } from './PersonPage';

const blank = { low: null, high: null, least: null, most: null, n_others: 0, n_few: 0, is_apart: false };
const review = {
  id: 6,
  pair: 'The tide ledger',
  source_language: 'en',
  target_language: 'ja',
  state: 'submitted',
  n_rows: 112,
  n_reviewed: 112,
  submitted_at: '2026-11-22T12:00:00Z',
  return_reason: '',
  n_planted: 5,
  n_caught: 1,
  gold: { f1: 0.71, n: 112 },
  hidden: { f1: 0, n: 9 },
  shown: { f1: 0.7, n: 100 },
};
const work = {
  person: { id: 3, username: 'dario', name: 'Dario Klein' },
  role: 'annotator',
  member_since: '2026-11-09T12:00:00Z',
  left_at: null as string | null,
  paused_at: null as string | null,
  few: 30,
  is_apart: true,
  figures: [
    { ...blank, key: 'repaired', value: 0, n: 47, least: 0.79, most: 0.93, n_others: 4, is_apart: true },
    { ...blank, key: 'blind', value: 0.04, n: 18, low: 0, high: 0.1, n_others: 0 },
  ],
  n_reviews: 1,
  n_in_use: 1,
  reviews: [review],
  n_open_slots: 0,
  set_aside: null as unknown,
};

function show(role = 'admin', me: { id: number; username: string; name: string } = ines, told = work) {
  const sent: unknown[] = [];
  let now = structuredClone(told);
  const root = '*/api/v1/projects/harbour';
  server.use(
    http.get('*/api/v1/session/', () => HttpResponse.json({ user: me })),
    http.get(`${root}/`, () => HttpResponse.json(project({ role }))),
    http.get(`${root}/members/`, () =>
      HttpResponse.json(
        page(
          [3, 4].map((id) => ({
            id,
            user: { id, username: `u${id}`, name: '' },
            role: 'annotator',
            languages: id === 3 ? ['de'] : [],
          })),
        ),
      ),
    ),
    http.post(`${root}/people/3/pause/`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(now);
    }),
    http.get(`${root}/people/3/`, () => HttpResponse.json(now)),
    http.get(`${root}/probes/3/`, () =>
      HttpResponse.json({
        missed: [{ review: 6, pair: 'The tide ledger', kind: 'swap', row: 'r-1', numbers: [12, 13] }],
      }),
    ),
    http.get(`${root}/people/3/foreseen/`, () =>
      HttpResponse.json({
        n_reviews: 1,
        n_rows: 112,
        n_pairs: 1,
        gold_before: 748,
        gold_after: 702,
        gold_if_reopened: 640,
        n_adjudications: 2,
      }),
    ),
    http.post(`${root}/people/3/set-aside/`, async ({ request }) => {
      sent.push(await request.json());
      const set_aside = { at: '2026-11-23T14:36:00Z', by: null, reason: 'Random labels', n_reviews: 1 };
      now = { ...now, set_aside, n_in_use: 0, reviews: [{ ...review, state: 'set_aside' }] };
      return HttpResponse.json(now);
    }),
    http.post(`${root}/people/3/bring-back/`, () => {
      now = structuredClone(work);
      return HttpResponse.json({ n_reviews: 1, n_beside: 0 });
    }),
  );
  const { router } = renderAt('/p/harbour/people/3', '/p/:slug/people/:personId', <PersonPage />);
  return { sent, router };
}

it('says what setting aside will do, does it with a reason, and undoes it with one click', async () => {
  const { sent } = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Set aside all reviews and requeue…' }));
  expect(await screen.findByText('748 → 702 gold rows')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: /Open again/ }));
  expect(screen.getByText('748 → 640 gold rows')).toBeVisible();
  const reason = screen.getByRole('textbox', { name: /Reason/ });
  expect(reason).toHaveValue('Planted errors repaired .00');
  await userEvent.clear(reason);
  expect(screen.getByRole('button', { name: 'Set aside 1 review' })).toBeDisabled();
  await userEvent.type(reason, 'Random labels');
  await userEvent.click(screen.getByRole('button', { name: 'Set aside 1 review' }));
  await waitFor(() => expect(sent).toEqual([{ reason: 'Random labels', pause: true, reopen_adjudications: true }]));
  expect(await screen.findByText('set aside')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo: bring 1 review back' }));
  expect(await screen.findByText('submitted')).toBeVisible();
});

it('shows the range of the others, and greys what is counted from few', async () => {
  show();
  const repaired = await screen.findByRole('row', { name: /Planted errors repaired/ });
  expect(repaired).toHaveTextContent('.79 to .93');
  expect(repaired).toHaveTextContent('apart from the others');
  expect(screen.getByText(/Apart from the others in 1 of 2 figures: planted errors repaired .00/)).toBeVisible();
  const hidden = screen.getByRole('row', { name: /Proposal hidden/ });
  expect(hidden).toHaveTextContent('n 18');
  expect(hidden).not.toHaveTextContent('.10');
  expect(hidden).toHaveTextContent('nobody to compare with');
  expect(await screen.findByRole('link', { name: '12, 13' })).toHaveAttribute('href', '/review/6?row=r-1');
});

it('tells others who have too few rows from nobody', async () => {
  const few = { ...blank, key: 'blind', value: 0.04, n: 40, n_others: 1, n_few: 2 };
  const one = { ...blank, key: 'repaired', value: 0.9, n: 40, n_others: 1 };
  show('admin', ines, { ...work, is_apart: false, figures: [few, one] as unknown as typeof work.figures });
  expect(await screen.findByRole('row', { name: /Proposal hidden/ })).toHaveTextContent('2 others with too few');
  expect(screen.getByRole('row', { name: /Planted errors repaired/ })).toHaveTextContent('only 1 other');
  expect(screen.getByText(/figures of the others are from fewer than 30 each/)).toBeVisible();
});

it('goes from figure to figure and on to the next person by keys', async () => {
  const { sent, router } = show();
  await screen.findByRole('row', { name: /Planted errors repaired/ });
  const row = screen.getByRole('row', { name: /The tide ledger EN/ });
  expect(row).toHaveTextContent('.711 / 5.00 n 9');
  await userEvent.keyboard('jj');
  expect(screen.getByRole('link', { name: 'Proposal hidden (F1)' })).toHaveFocus();
  await userEvent.keyboard('k{Enter}');
  expect(router.state.location.hash).toBe('#rows-missed');
  await userEvent.keyboard('p');
  await waitFor(() => expect(sent).toEqual([{ is_paused: true }]));
  await userEvent.keyboard('{ArrowRight}');
  expect(router.state.location.pathname).toBe('/p/harbour/people/4');
});

it('is for admins only', async () => {
  show('adjudicator');
  expect(await screen.findByText(/Only admins/)).toBeVisible();
});

it('writes to the person, says what they read, and draws reviews to look at', async () => {
  const { sent } = show();
  server.use(
    http.post('*/api/v1/projects/harbour/announcements/', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json([], { status: 201 });
    }),
  );
  expect(await screen.findByText('German')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Write a message' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Message' }), 'Look at row 12');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('On their queue.')).toBeVisible();
  expect(sent).toEqual([{ text: 'Look at row 12', to: 3 }]);
  await userEvent.click(screen.getAllByRole('button', { name: 'Look at 1' })[0] as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(screen.getByRole('row', { name: /The tide ledger EN/ })).toBeVisible();
});

it('shows people their own work, without what is planted', async () => {
  const own = { id: 6, pair: 'The tide ledger', source_language: 'en', target_language: 'ja', state: 'submitted' };
  server.use(
    http.get('*/api/v1/projects/harbour/people/own/', () =>
      HttpResponse.json({
        person: work.person,
        role: 'annotator',
        member_since: null,
        paused_at: null,
        languages: [],
        rows_per_hour: 96,
        n_reviews: 1,
        n_open_slots: 0,
        reviews: [{ ...own, n_rows: 112, n_reviewed: 112, submitted_at: null, return_reason: '' }],
      }),
    ),
  );
  show('annotator', work.person);
  expect(await screen.findByRole('link', { name: 'The tide ledger' })).toBeVisible();
  expect(screen.getByText(/96 rows an hour/)).toBeVisible();
  expect(screen.queryByText(/[Pp]lanted/)).not.toBeInTheDocument();
});

it('does not say that all is in the range of the others where one figure is not', async () => {
  show('admin', ines, { ...work, is_apart: false });
  expect(
    await screen.findByText(/In the range of the others but for 1 figure, too little to judge by: planted errors/),
  ).toBeVisible();
});
