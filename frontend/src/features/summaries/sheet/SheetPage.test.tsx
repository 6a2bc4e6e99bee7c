import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { SheetPage } from './SheetPage';

const run = (id: number) => ({ id, number: id, engine: 'talksumm', engine_label: 'TalkSumm', finished_at: null });

function sheet(over: object = {}, words = [6, 0, 9, 2]) {
  return {
    pair: { id: 3, title: 'Breath', project: 'x', project_name: 'X' },
    run: run(2),
    review: null,
    runs: [run(2), run(1)],
    reviews: [],
    source_language: 'en',
    target_language: 'en',
    media: null,
    has_times: true,
    is_corrected: false,
    sections: [{ position: 0, heading: 'Introduction', number: '1', kind: 'introduction' }],
    abstract: [],
    sentences: words.map((n_words, position) => ({
      position,
      text: `Sentence ${position + 1}.`,
      section: 0,
      n_tokens: 3,
      terms: [position],
      n_words,
    })),
    excerpts: [0, 2].map((sentence) => ({
      sentences: [sentence],
      text: `said of ${sentence + 1}`,
      corrected: null,
      n_words: 6,
      seconds: 2,
      spoken: [[61, 63]],
      confidence: 0.9,
      is_right: null,
      row: `00000000-0000-4000-8000-00000000000${sentence}`,
      version: 1,
      status: 'proposed',
    })),
    accuracy: { n_judged: 0, n_right: 0, n_words_judged: 0, n_words_right: 0 },
    n_changed: null,
    ...over,
  };
}

function open(what = 'runs-2', over: object = {}, query = '?by=sentences&n=2') {
  const sent: unknown[] = [];
  server.use(
    http.get('*/api/v1/runs/2/summary-sheet/', () => HttpResponse.json(sheet(over))),
    http.get('*/api/v1/runs/1/summary-sheet/', () => HttpResponse.json(sheet({ run: run(1) }, [6, 8, 0, 2]))),
    http.get('*/api/v1/reviews/5/summary-sheet/', () => HttpResponse.json(sheet(over))),
    http.get('*/api/v1/projects/x/', () => HttpResponse.json({ slug: 'x', role: 'annotator' })),
    http.get('*/api/v1/runs/', () => HttpResponse.json({ count: 0, results: [] })),
    http.post('*/api/v1/reviews/5/operations/', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ results: [], rows: [], deleted: [], review: {} });
    }),
  );
  return {
    ...renderAt(`/p/x/summaries/${what}${query}`, '/p/:slug/summaries/:what', <SheetPage AuthorPart={() => null} />),
    sent,
  };
}

const row = (text: string) => screen.getByText(text).closest('li') as HTMLElement;

it('shows the chosen sentences with rank, and folds what was not spoken', async () => {
  const { user } = open();
  expect(await screen.findByText('said of 3')).toBeInTheDocument();
  expect(within(row('Sentence 3.')).getByText('1', { selector: '.num' })).toBeInTheDocument();
  expect(row('Sentence 4.')).not.toHaveAttribute('data-chosen');
  expect(screen.queryByText('Sentence 2.')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /1 sentence not shown/ }));
  expect(screen.getByText('Sentence 2.')).toBeInTheDocument();
});

it('says in words what another run chooses differently', async () => {
  const { user } = open();
  await screen.findByText('said of 3');
  await user.keyboard('d');
  await waitFor(() => expect(screen.getAllByText('only here')).toHaveLength(1));
  expect(within(row('Sentence 3.')).getByText('only here')).toBeInTheDocument();
  expect(within(row('Sentence 2.')).getByText('only in run 1')).toBeInTheDocument();
});

it('rounds the shares that people found right', async () => {
  open('runs-2', { accuracy: { n_judged: 6, n_right: 4, n_words_judged: 1000, n_words_right: 996 } });
  expect(await screen.findByText('4 of 6, 67 %')).toBeInTheDocument();
  expect(screen.getByText('996 of 1000, 100 %')).toBeInTheDocument();
});

it('gets longer and shorter by whole sentences, and takes presets by digit', async () => {
  const { user } = open();
  await screen.findByText(/2 sentences$/, { selector: '[role=status]' });
  await user.keyboard('+');
  expect(screen.getByText(/3 sentences$/, { selector: '[role=status]' })).toBeInTheDocument();
  await user.keyboard('4');
  expect(screen.getByRole('radio', { name: '.3' })).toBeChecked();
});

it('judges a stretch in one’s own open review', async () => {
  const review = {
    id: 5,
    by: 'Ines',
    is_mine: true,
    is_adjudication: false,
    state: 'open',
    run: 2,
    revision: 0,
    can_judge: true,
  };
  const { user, sent } = open('reviews-5', { review, reviews: [review] });
  await screen.findByText('said of 3');
  await user.keyboard('j{Shift>}y{/Shift}');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    operations: [
      {
        steps: [
          { type: 'set', rows: [expect.stringMatching(/0$/)], fields: { status: 'accepted', good_align: false } },
        ],
        versions: { '00000000-0000-4000-8000-000000000000': 1 },
      },
    ],
  });
});

it('says where a review is newer than its run, and when nothing was spoken', async () => {
  open('runs-2', { n_changed: { review: 5, n_rows: 12 } });
  expect(await screen.findByText(/12 spans changed since run 2/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Recompute from the review' })).toHaveAttribute(
    'href',
    expect.stringContaining('/p/x/summaries/reviews-5'),
  );
  expect(screen.queryByRole('button', { name: 'Right' })).not.toBeInTheDocument();
});
