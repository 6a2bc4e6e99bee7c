import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import type { Block, SlidePage, SlideText } from './requests';
import { SlideTextPage } from './SlideTextPage';

type Body = { revision: number; blocks: Block[]; is_checked: boolean; is_opened: boolean };

const points = (top: number) => [
  [100, top],
  [500, top],
  [500, top + 40],
  [100, top + 40],
];
const line = (text: string, top: number, confidence: number | null = null): SlidePage['lines'][number] => ({
  ...{ source: confidence === null ? 'pdf' : 'ocr', kind: 'text', confidence, text, points: points(top) },
});
const block = (id: string, lines: number[], text: string, over: Partial<Block> = {}): Block => ({
  ...{ id, lines, text, box: [100, 100, 500, 140], kind: 'text', left_out: false, why: '', accepted: false },
  ...{ by_hand: false, confidence: null, ...over },
});
const rule = (value: number, limit: number) => ({ pixels: value * 40, of: 40, value, limit, holds: value <= limit });

const counts = { blocks: 3, doubtful: 1, formula: 0, handwriting: 0, vertical: 0, differs: 0 };
const listed = (page: number, over: Partial<SlideText['pages'][number]> = {}): SlideText['pages'][number] => ({
  ...{ page, read_from: ['pdf'], figures: counts, is_checked: false, shows: null, nearest: null, value: null },
  ...{ is_opened: false, problem: '', revision: 1 },
  ...over,
});
const work: NonNullable<SlideText['work']> = {
  ...{ job: 'read', pictures: 'missing', state: 'done', progress: 1, message: '', error: '' },
  ...{ created_at: '2026-11-20T12:00:00Z', finished_at: '2026-11-20T12:01:00Z' },
};

const pageOf = (page: number): SlidePage => ({
  ...listed(page),
  ...{ width: 1600, height: 900, before: 'Two origins', text: '' },
  lines: [line('Two orlgins', 100, 0.6), line('A silence comes from', 200), line('inside a clause', 250)],
  blocks: [
    block('a', [0], 'Two orlgins', { confidence: 0.6 }),
    block('b', [1, 2], 'A silence comes from inside a clause'),
    block('f', [], 'footer', { left_out: true, why: 'repeats' }),
  ],
  pairs: [
    { a: 1, b: 2, height: rule(0.04, 0.8), overlap: rule(0.9, 0.8), gap: rule(0.25, 0.6), exception: '', merges: true },
  ],
  ...{ changed_by: null, changed_at: null, checked_by: null, rare_words: ['orlgins'] },
});

/** A server that keeps two slides, the second with a step, and refuses what is based on another revision. */
function open({
  role = 'annotator',
  over = {},
  at = '',
}: {
  role?: string;
  over?: Partial<SlideText>;
  at?: string;
} = {}) {
  const state = {
    sent: [] as (Body & { page: number })[],
    asked: [] as unknown[],
    pages: new Map([1, 2, 3].map((page) => [page, pageOf(page)])),
    text: {
      ...{ work, no_ocr: '', has_layer: true, has_pictures: true, newer: null, measure: 'WER without insertions' },
      options: { height: 0.8, overlap: 0.8, gap: 0.6, fold: 0.15 },
      pages: [listed(1), listed(2, { shows: 3, nearest: null }), listed(3, { nearest: 2, value: 0.04 })],
      ...over,
    } as SlideText,
  };
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role: role as 'admin' }))),
    http.get('*/api/v1/documents/5/', () =>
      HttpResponse.json({ id: 5, title: 'Origins', kind: 'slides', language: 'en', version: 2, pairs: [] }),
    ),
    http.get('*/api/v1/documents/5/pages/', () =>
      HttpResponse.json({
        ...{ pictures: null, can_be_drawn: true, limit_bytes: 1 },
        pages: [1, 2, 3].map((number) => ({
          ...{ number, position: number - 1, title: `T${number}`, text_length: 5, picture: null, thumbnail: null },
          ...{ width: null, height: null, missing: [] },
        })),
      }),
    ),
    http.get('*/api/v1/documents/5/slide-text/', () => HttpResponse.json(state.text)),
    http.post('*/api/v1/documents/5/slide-text/', async ({ request }) => {
      state.asked.push(await request.json());
      state.text = { ...state.text, work: { ...work, state: 'running', message: 'Reading page 1' } };
      return HttpResponse.json(state.text, { status: 201 });
    }),
    http.get('*/api/v1/documents/5/slide-text/pages/:page/', ({ params }) =>
      HttpResponse.json(state.pages.get(Number(params.page))),
    ),
    http.put('*/api/v1/documents/5/slide-text/pages/:page/', async ({ request, params }) => {
      const body = (await request.json()) as Body;
      const page = state.pages.get(Number(params.page)) as SlidePage;
      state.sent.push({ ...body, page: page.page });
      if (body.revision !== page.revision)
        return HttpResponse.json(
          { code: 'page_changed', detail: 'Ines changed page 1.', errors: [], saved_by: 'Ines', page },
          { status: 409 },
        );
      const saved = { ...page, ...body, revision: page.revision + 1, changed_at: '2026-11-20T13:00:00Z' };
      state.pages.set(page.page, saved);
      return HttpResponse.json(saved);
    }),
  );
  const view = renderAt(
    `/p/harbour/documents/5/slide-text${at}`,
    '/p/:slug/documents/:id/slide-text',
    <SlideTextPage />,
  );
  return { state, ...view };
}

afterEach(async () => {
  cleanup();
  await new Promise((resolve) => setTimeout(resolve));
});

const rows = () => within(screen.getByRole('list', { name: 'Blocks in reading order' })).getAllByRole('listitem');

it('a block is corrected by keys, and saved by itself', async () => {
  const { state, user } = open();
  await screen.findByRole('heading', { name: 'Slide text' });
  expect(await screen.findByText('0 of 2 slides checked')).toBeVisible();
  await user.keyboard('e');
  const field = await screen.findByRole('textbox', { name: 'Text of the block' });
  expect(field).toHaveValue('Two orlgins');
  await user.clear(field);
  await user.type(field, 'Two origins{Control>}{Enter}{/Control}');
  expect(rows()[0]).toHaveTextContent('Two origins');
  expect(rows()[0]).toHaveTextContent('OCR Two orlginsorigins');
  await waitFor(() => expect(state.sent).toHaveLength(1), { timeout: 4000 });
  expect(state.sent[0]).toMatchObject({ revision: 1, page: 1, is_checked: false });
  expect(state.sent[0]?.blocks[0]).toMatchObject({ id: 'a', text: 'Two origins', accepted: true });
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: /^Not checked/ })).toBeVisible();
  await user.keyboard('zz');
  expect(rows()[0]).toHaveTextContent(/^1Two orlgins/);
  await screen.findByText(/^Saved \d/, {}, { timeout: 4000 });
});

/** Types what block 1 says into its field, which stays open. */
async function typed(user: ReturnType<typeof open>['user'], text: string) {
  await screen.findByRole('list', { name: 'Blocks in reading order' });
  await user.keyboard('e');
  const field = await screen.findByRole('textbox', { name: 'Text of the block' });
  fireEvent.change(field, { target: { value: text } });
  return field;
}

it.each([
  ['another block is opened', 'button', /^A silence comes from inside/],
  ['the slide is checked', 'button', /^Slide checked/],
  ['the field is left', 'button', 'Leave'],
] as const)('what is typed stays where %s, and undo reverts it', async (_, role, name) => {
  const { state, user } = open();
  await typed(user, 'Two origins');
  await user.click(screen.getAllByRole(role, { name }).at(-1) as HTMLElement);
  expect(screen.queryByRole('textbox', { name: 'Text of the block' })).toBeNull();
  expect(rows()[0]).toHaveTextContent('Two origins');
  await waitFor(() => expect(state.pages.get(1)?.blocks[0]?.text).toBe('Two origins'), { timeout: 4000 });
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(rows()[0]).toHaveTextContent('Two orlgins');
});

it('what is typed is saved where another slide is opened, or another page, and asked about before the tab is closed', async () => {
  const { state, user, unmount, router } = open();
  await typed(user, 'Two origins');
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await user.keyboard('{Escape}{ArrowRight}');
  await screen.findByText(/Page 3 of 3/);
  await user.keyboard('{ArrowLeft}');
  await screen.findByText(/Page 1 of 3/);
  expect(rows()[0]).toHaveTextContent('Two origins');
  expect(router.state.location.search).toBe('?slide=1');
  await typed(user, 'Two origins of silence');
  unmount();
  await waitFor(() => expect(state.sent.at(-1)?.blocks[0]?.text).toBe('Two origins of silence'));
});

it('undo reverts what is in the field, and redo puts it there again', async () => {
  const { user } = open();
  await typed(user, 'Two origins');
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(rows()[0]).toHaveTextContent('Two orlgins');
  await user.click(screen.getByRole('button', { name: /^Redo/ }));
  expect(rows()[0]).toHaveTextContent('Two origins');
  await screen.findByText(/^Saved \d/, {}, { timeout: 4000 });
});

it('Enter accepts the block that a click has opened, in the list and on the picture', async () => {
  const { state, user } = open();
  await screen.findByRole('list', { name: 'Blocks in reading order' });
  await user.click(within(rows()[1] as HTMLElement).getByRole('button'));
  await user.keyboard('{Enter}');
  expect(within(rows()[1] as HTMLElement).getByRole('img', { name: 'accepted' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Block 1: Two orlgins' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(state.pages.get(1)?.is_checked).toBe(true), { timeout: 4000 });
});

it('says why lines are merged, splits and merges them', async () => {
  const { user } = open();
  await screen.findByRole('list', { name: 'Blocks in reading order' });
  await user.keyboard('j');
  const why = screen.getByRole('region', { name: 'Why it is merged' });
  expect(why).toHaveTextContent('2 lines, merged by the rules');
  expect(within(why).getByRole('row', { name: /Vertical gap 10 of 40 px .25 ≤ .60 holds/ })).toBeVisible();
  await user.keyboard('s');
  expect(rows().map((row) => row.querySelector('[lang]')?.textContent)).toEqual([
    'Two orlgins',
    'A silence comes from',
    'inside a clause',
  ]);
  await user.keyboard('k{Shift>}j{/Shift}m');
  expect(rows().map((row) => row.querySelector('[lang]')?.textContent)).toEqual([
    'A silence comes from',
    'Two orlgins inside a clause',
  ]);
  await user.keyboard('x');
  expect(screen.getByRole('button', { name: /2 left out repeats/ })).toBeVisible();
  await screen.findByText(/^Saved \d/, {}, { timeout: 4000 });
});

it('another slide opens once this one is saved', async () => {
  const { state, user, router } = open();
  await screen.findByRole('list', { name: 'Blocks in reading order' });
  await user.keyboard('1{ArrowRight}');
  await waitFor(() => expect(router.state.location.search).toBe('?slide=3'));
  expect(state.sent).toEqual([]);
  await screen.findByText(/Page 3 of 3/);
  await user.keyboard('2');
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(router.state.location.search).toBe('?slide=1'));
  expect(state.sent.map(({ page, blocks }) => [page, blocks[0]?.kind])).toEqual([[3, 'formula']]);
});

it('what somebody else saved meanwhile is shown, and either can stay', async () => {
  const { state, user } = open();
  await screen.findByRole('list', { name: 'Blocks in reading order' });
  const there = pageOf(1);
  state.pages.set(1, { ...there, revision: 9, blocks: [block('a', [0], 'Theirs'), ...there.blocks.slice(1)] });
  await user.keyboard('{Enter}{ArrowRight}');
  const meanwhile = await screen.findByRole('region', { name: 'Saved by somebody else' });
  expect(meanwhile).toHaveTextContent('Ines saved page 1. Yours is not saved.');
  expect(meanwhile).toHaveTextContent('“Two orlgins” in yours, “Theirs” in theirs');
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(state.sent.at(-1)).toMatchObject({ revision: 9 }), { timeout: 4000 });
  expect(state.pages.get(1)?.blocks[0]).toMatchObject({ text: 'Two orlgins', accepted: true });
});

it('what the rules left when they ran again is shown once the field is left', async () => {
  const { state, user, queryClient } = open();
  const field = await typed(user, 'Two origins');
  await screen.findByText(/^Saved \d/, {}, { timeout: 4000 });
  const there = state.pages.get(1) as SlidePage;
  state.pages.set(1, { ...there, revision: 9, blocks: [block('a', [0], 'Ruled again'), ...there.blocks.slice(1)] });
  await queryClient.invalidateQueries({ queryKey: ['documents', 5, 'slide-text', 1] });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(field).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Ruled again'));
  expect(state.sent).toHaveLength(1);
});

it('undo does not go back to before there were lines that were read since', async () => {
  const { state, user } = open();
  await screen.findByRole('list', { name: 'Blocks in reading order' });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(state.sent).toHaveLength(1), { timeout: 4000 });
  const there = state.pages.get(1) as SlidePage;
  const late = {
    lines: [...there.lines, line('Read since', 400)],
    blocks: [...there.blocks, block('z', [3], 'Read since')],
  };
  state.pages.set(1, { ...there, ...late, revision: 9 });
  await user.keyboard('x{ArrowRight}');
  await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(state.pages.get(1)?.revision).toBe(10), { timeout: 4000 });
  await user.keyboard('x');
  await user.keyboard('zzzzz');
  expect(screen.getByRole('button', { name: /Undo/ })).toBeDisabled();
  await waitFor(() => expect(state.pages.get(1)?.revision).toBeGreaterThanOrEqual(10));
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByText(/Page 3 of 3/, {}, { timeout: 4000 })).toBeVisible();
  for (const sent of state.sent.filter(({ revision }) => revision >= 9))
    expect(sent.blocks.flatMap(({ lines }) => lines)).toContain(3);
}, 15_000);

it('a formula shows what it looks like, and what is wrong with it', async () => {
  const { state, user } = open();
  await screen.findByRole('list', { name: 'Blocks in reading order' });
  await user.keyboard('2e');
  await waitFor(() => expect(state.sent).toHaveLength(1), { timeout: 4000 });
  const field = await screen.findByRole('textbox', { name: 'LaTeX of the block' });
  await user.clear(field);
  await user.type(field, '\\frac{{1}{{2}');
  const preview = await screen.findByRole('region', { name: 'Preview' });
  await waitFor(() => expect(preview).toHaveTextContent('valid, 3 tokens'));
  await user.type(field, '{{');
  await waitFor(() => expect(preview).toHaveTextContent(/xpected '}'/));
});

it('the steps of a slide are shown with how far they are, and opened', async () => {
  const { user } = open({ at: '?slide=3' });
  const steps = await screen.findByRole('region', { name: 'Pages of this slide' });
  expect(steps).toHaveTextContent('2 pages of this slide');
  expect(within(steps).getByRole('button', { name: /page 3 kept, has all .04 from page 2/ })).toBeVisible();
  await user.click(within(steps).getByRole('button', { name: /page 2, in page 3/ }));
  expect(await screen.findByText(/Page 2 of 3/)).toBeVisible();
});

it('slides that nobody has read are read by an admin, without pictures where no reader is installed', async () => {
  const { state, user } = open({
    role: 'admin',
    over: { work: null, pages: [], no_ocr: 'Install the extra ocr: LECTERN_EXTRAS=ocr.' },
  });
  expect(await screen.findByText(/LECTERN_EXTRAS=ocr/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Read the slides' }));
  expect(await screen.findByRole('progressbar', { name: 'Reading the slides' })).toBeVisible();
  expect(state.asked).toEqual([{ pictures: 'none' }]);
});

const stored = { ...work, job: 'store' as const };

it.each([
  ['as which version the text was stored', stored, 'Stored as version 2 of the deck.'],
  [
    'that there was nothing to store',
    { ...stored, message: 'No page said anything else.' },
    'No page said anything else.',
  ],
])('says %s, and when', async (_, ended, said) => {
  open({ role: 'admin', over: { work: ended } });
  expect(await screen.findByText(said)).toHaveTextContent(/Nov 2026/);
});

it('offers to go on reading where reading failed, not where storing did', async () => {
  const failed = { ...stored, state: 'failed' as const, error: 'The deck has a newer version.' };
  open({ role: 'admin', over: { work: failed } });
  expect(await screen.findByText('The deck has a newer version.')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Store as next version/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Go on reading' })).toBeNull();
  cleanup();
  open({ role: 'admin', over: { work: { ...failed, job: 'read' } } });
  expect(await screen.findByRole('button', { name: 'Go on reading' })).toBeVisible();
});

it('a viewer reads the slides and changes nothing', async () => {
  const { user, state } = open({ role: 'viewer' });
  await screen.findByRole('list', { name: 'Blocks in reading order' });
  expect(screen.queryByRole('toolbar', { name: 'Block' })).toBeNull();
  await user.keyboard('xme');
  expect(screen.queryByRole('textbox', { name: 'Text of the block' })).toBeNull();
  expect(state.sent).toEqual([]);
});

it('shows the text as the PDF has it, as OCR read it, and as it was checked', async () => {
  open();
  expect(await screen.findByRole('region', { name: 'Becomes the page’s text' })).toHaveTextContent(
    /Two orlgins\s+A silence comes from inside a clause/,
  );
  const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
  expect(screen.getByRole('radio', { name: 'Checked' })).toBeChecked();
  choose('OCR');
  const region = screen.getByRole('region', { name: 'As it was read' });
  expect(within(region).getByText('Two orlgins')).toBeInTheDocument();
  choose('PDF');
  expect(within(region).getByText(/A silence comes from\s+inside a clause/)).toBeInTheDocument();
  expect(region).not.toHaveTextContent('orlgins');
  choose('Checked');
  expect(screen.getByRole('region', { name: 'Becomes the page’s text' })).toHaveTextContent('Two orlgins');
});

it('shows the next slide as the one before was shown', async () => {
  const { user } = open();
  await screen.findByRole('region', { name: 'Becomes the page’s text' });
  for (const name of ['OCR', 'Picture']) fireEvent.click(screen.getByRole('radio', { name }));
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByText('Page 3 of 3')).toBeInTheDocument();
  for (const name of ['OCR', 'Picture']) expect(screen.getByRole('radio', { name })).toBeChecked();
});

it('lists the rare words of a page, and the slides that say something else than their file', async () => {
  const { user } = open({
    over: { pages: [listed(1, { figures: { ...counts, differs: 1 } }), listed(2)] },
  });
  const region = await screen.findByRole('region', { name: 'Becomes the page’s text' });
  expect(region).not.toHaveTextContent('biased error rate');
  await user.click(within(region).getByRole('button', { name: '1 rare word' }));
  expect(region).toHaveTextContent('orlgins: not among the common words');
  expect(screen.getByRole('button', { name: /Differ from the file/ })).toHaveTextContent('1');
});
