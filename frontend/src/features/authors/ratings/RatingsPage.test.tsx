import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Invitation, Ratings } from '@/api/types';
import { date } from '@/lib/format';
import { defaults } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { RatingsPage } from './RatingsPage';

const author = (id: number, over: Partial<Invitation>) =>
  ({
    id,
    run: 1,
    pair: 4,
    pair_title: `Talk ${id}`,
    author_name: `Author ${id}`,
    author_email: `a${id}@example.org`,
    state: 'sent',
    next_mail: 'remind',
    open: true,
    counts: false,
    system: '',
    scores: {},
    n_asked: 30,
    n_yes: 0,
    n_no: 0,
    n_mails: 1,
    score: null,
    comment: '',
    send_error: '',
    closes_at: '2099-01-01T00:00:00Z',
    revoked_at: null,
    finished_at: null,
    answered_at: null,
    first_opened_at: null,
    sent_at: '2026-11-01T00:00:00Z',
    url: `https://lectern.example/rate/${id}`,
    ...over,
  }) as Invitation;

const share = (value: number) => ({ value, low: value - 0.1, high: value + 0.1 });
const ratings = {
  n_invitations: 3,
  n_counted: 6,
  n_people: 6,
  n_talks: 6,
  mean_score: { value: 4, low: 3.1, high: 4.9 },
  few: 5,
  scores: [0, 1, 2, 2, 1],
  mean: 3.5,
  deviation: 0.96,
  n_yes: 70,
  n_no: 30,
  yes: share(0.7),
  ranks: [
    { first: 1, last: 3, n_yes: 9, n_no: 1, yes: share(0.9) },
    { first: 4, last: 6, n_yes: 6, n_no: 4, yes: share(0.6) },
  ],
  importance: { n: 6, ...share(0.65) },
  groups: [
    {
      engine: 'talksumm',
      engine_label: 'TalkSumm',
      preset: 'paper',
      system: '',
      n: 6,
      n_people: 6,
      n_yes: 70,
      n_no: 30,
      yes: share(0.7),
      mean: share(3.5),
    }, // prettier-ignore
  ],
  dimensions: [],
  agreement: { n_summaries: 0, n_sentences: 0, yes: null, n_scores: 0, score: null },
  published: { n: 15, yes: 0.73, mean: 3.73, deviation: 0.715 },
} as Ratings;

function open(rows: Invitation[], given: { role?: string; ratings?: Partial<Ratings> } = {}) {
  const acts: unknown[] = [];
  const asked: URL[] = [];
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json({ slug: 'harbour', role: given.role ?? 'admin' })),
    http.get('*/api/v1/defaults/', () => HttpResponse.json(defaults({ sends_email: false }))),
    http.get('*/api/v1/invitations/ratings/', () => HttpResponse.json({ ...ratings, ...given.ratings })),
    http.get('*/api/v1/invitations/', ({ request }) => {
      asked.push(new URL(request.url));
      return HttpResponse.json({ count: rows.length, next: null, previous: null, results: rows });
    }),
    http.get('*/api/v1/projects/harbour/authors/', () =>
      HttpResponse.json({ n: rows.length, states: { sent: 2, answered: 1, bounced: 0 } }),
    ),
    http.post('*/api/v1/projects/harbour/authors/act/', async ({ request }) => {
      acts.push(await request.json());
      return HttpResponse.json({ n_done: 1, left: [{ id: 2, why: 'There is no address.' }] });
    }),
  );
  return {
    ...renderAt('/p/harbour/summaries/ratings', '/p/:slug/summaries/ratings', <RatingsPage tabs={null} />),
    acts,
    asked,
  };
}

const three = [
  author(1, { state: 'answered', counts: true, n_yes: 22, n_no: 8, score: 4, finished_at: '2026-11-12T00:00:00Z' }),
  author(2, { state: 'begun', n_yes: 3, n_no: 1, answered_at: '2026-11-14T00:00:00Z' }),
  author(3, { state: 'bounced', send_error: '550 no such user', sent_at: null }),
];

it('shows states, progress and figures beside what was published', async () => {
  open(three);
  const rows = await screen.findAllByRole('row');
  expect(within(rows[1] as HTMLElement).getByText('answered')).toBeInTheDocument();
  expect(within(rows[2] as HTMLElement).getByText('4 / 30')).toBeInTheDocument();
  expect(within(rows[3] as HTMLElement).getByRole('button', { name: /^Fix address/ })).toBeInTheDocument();
  expect(await screen.findByText('70 %', { selector: 'b' })).toBeInTheDocument();
  expect(screen.getByText(/published 3.73, SD .715/)).toBeInTheDocument();
  expect(
    screen.getByRole('img', { name: /90 percent for ranks 1 to 3, 60 percent for ranks 4 to 6/ }),
  ).toBeInTheDocument();
  expect(screen.getByText(/Importance predicts yes\./)).toBeInTheDocument();
  expect(screen.getByText(/E-mail is off on this site/)).toBeInTheDocument();
});

it('selects and reminds by the keyboard, and says what was not done', async () => {
  const { user, acts } = open(three);
  await screen.findAllByRole('row');
  for (const key of ['j', 'j', 'x', 'm']) fireEvent.keyDown(document.body, { key });
  await waitFor(() => expect(acts).toEqual([{ verb: 'remind', ids: [2] }]));
  expect(
    await screen.findByText('1 author is being reminded. Not done for 1 author: There is no address.'),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  fireEvent.keyDown(document.body, { key: 'x' });
  await user.click(screen.getByRole('button', { name: /^Revoke the links/ }));
  expect(acts).toHaveLength(1);
});

it('says until when links are extended', async () => {
  const { user, acts } = open([author(4, { state: 'expired', open: false })]);
  await user.click(await screen.findByRole('button', { name: /^Extend/ }));
  await waitFor(() => expect(acts).toHaveLength(1));
  const { closes_at } = acts[0] as { closes_at: string };
  const words = `1 author has time until ${date(closes_at)}. Not done for 1 author: There is no address.`;
  expect(await screen.findByText(words)).toBeInTheDocument();
});

it('draws a dot for each of few authors instead of a mean', async () => {
  open(three, {
    ratings: {
      ...{ n_counted: 6, n_people: 3, scores: [0, 0, 1, 1, 1], groups: [] },
      importance: { n: 3, value: 0.25, low: null, high: null },
      agreement: { n_summaries: 1, n_sentences: 30, yes: 0.4, n_scores: 2, score: 0.123 },
    },
  });
  expect(await screen.findByText(/Fewer than 5 authors have rated/)).toBeInTheDocument();
  expect(screen.queryByText('3.50')).not.toBeInTheDocument();
  expect(screen.queryByText('70 %', { selector: 'b' })).not.toBeInTheDocument();
  expect(screen.queryByText(/Of two sentences/)).not.toBeInTheDocument();
  expect(screen.queryByText('.12')).not.toBeInTheDocument();
});

it('invites to the first invitation where there is none, and changes nothing for who only reads', async () => {
  const { unmount } = open([]);
  expect(await screen.findByText(/No invitations yet/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Invite authors' })).toBeInTheDocument();
  unmount();
  open(three, { role: 'adjudicator' });
  await screen.findAllByRole('row');
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Invite|Fix address/ })).not.toBeInTheDocument();
});

it('says whom it is for to a member without the right, who is given nothing', async () => {
  open([], { role: 'annotator' });
  expect(await screen.findByText('Only admins and adjudicators see what authors answered.')).toBeInTheDocument();
  expect(screen.queryByText(/No invitations yet/)).not.toBeInTheDocument();
});

it('keeps what was written in one language while another is chosen', async () => {
  const subjects: Record<string, string> = { en: 'A few minutes', ja: '数分のお願い' };
  server.use(
    http.get('*/api/v1/projects/harbour/authors/wordings/', ({ request }) => {
      const subject = subjects[new URL(request.url).searchParams.get('language') ?? ''];
      const wording = { text: '', subject };
      const all = { invitation: wording, reminder: wording, consent: wording };
      return HttpResponse.json({ languages: Object.keys(subjects), places: [], ...all });
    }),
  );
  const { user } = open([]);
  await user.click(await screen.findByRole('button', { name: 'Invite authors' }));
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(dialog.getByLabelText('Subject')).toHaveValue('A few minutes'));
  fireEvent.change(dialog.getByLabelText('Subject'), { target: { value: 'Five minutes' } });
  await user.selectOptions(dialog.getByLabelText('Language'), 'ja');
  await waitFor(() => expect(dialog.getByLabelText('Subject')).toHaveValue('数分のお願い'));
  await user.selectOptions(dialog.getByLabelText('Language'), 'en');
  await waitFor(() => expect(dialog.getByLabelText('Subject')).toHaveValue('Five minutes'));
});

it('names what is wrong with a list under its lines, and sends the others', async () => {
  const sent: { lines: unknown[]; send: boolean; only_correct: boolean }[] = [];
  server.use(
    http.get('*/api/v1/projects/harbour/authors/wordings/', () => HttpResponse.json({ error: 1 }, { status: 500 })),
    http.post('*/api/v1/projects/harbour/authors/check/', async ({ request }) => {
      const { lines } = (await request.json()) as { lines: { line: number; talk: string }[] };
      return HttpResponse.json({
        lines: lines.map(({ line, talk }) =>
          talk === 'chairmen'
            ? { line, state: 'wrong', field: 'talk', message: 'No talk is called “chairmen”.', suggestion: 'chairman' }
            : { line, state: 'ready', field: '', message: '', suggestion: '' },
        ),
        n_ready: lines.filter(({ talk }) => talk !== 'chairmen').length,
        n_wrong: lines.filter(({ talk }) => talk === 'chairmen').length,
        n_skipped: 0,
        n_with_address: 1,
        mails: [{ line: 1, to: 'ines@example.org', subject: 'A few minutes', text: 'Dear Ines' }],
        wording: '',
      });
    }),
    http.post('*/api/v1/projects/harbour/authors/invite/', async ({ request }) => {
      sent.push((await request.json()) as (typeof sent)[0]);
      const link = { id: 9, author_name: 'Ines', author_email: '', talk: 'Breath', url: 'https://x.example/rate/9' };
      return HttpResponse.json(
        { n_invited: 1, n_sent: 0, links: [link], left: [{ line: 3, message: 'No' }] },
        { status: 201 },
      );
    }),
  );
  const { user } = open([]);
  await user.click(await screen.findByRole('button', { name: 'Invite authors' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.input(within(dialog).getByRole('textbox', { name: 'List' }), {
    target: { value: 'name,email,talk\nInes,ines@example.org,breath\nPavel,p@example.org,chairmen' },
  });
  await user.click(await within(dialog).findByRole('button', { name: 'Show lines' }));
  expect(await within(dialog).findByText(/column 21: No talk is called/)).toBeInTheDocument();
  expect(within(dialog).getByText('1 ready')).toBeInTheDocument();
  expect(within(dialog).getByText('Dear Ines')).toBeInTheDocument();
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await user.click(await screen.findByRole('button', { name: 'Keep writing' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create links only' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ send: false, only_correct: true });
  expect(await screen.findByText(/https:\/\/x.example\/rate\/9/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Fix 1 line' }));
  await user.click(await screen.findByRole('button', { name: 'chairman' }));
  await waitFor(() => expect(screen.queryByText(/No talk is called/)).not.toBeInTheDocument());
});
