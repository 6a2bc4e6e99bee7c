import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '@/api/client';
import { server } from '@/test/server';
import { Editor } from '../editor/editor';
import { EditorProvider } from '../frame/context';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, uuid } from '../testing/sample';
import { Server } from '../testing/server';
import { Adjudication } from './Adjudication';
import { moment } from './keys';

/** Rows of a talk of sixty in which B says good_mt no, and A yes. */
const differing = [4, 11, 12, 30, 44, 59];

let review: Server;
let editor: Editor;
// biome-ignore lint/suspicious/noExplicitAny: an answer of the server, which tests change
let compared: any;

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = vi.fn();
  const texts = Array.from({ length: 60 }, (_, n) => `Text ${n}.`);
  const rows = texts.map((_, n) => ({
    source: [n],
    target: [n],
    status: differing.includes(n) ? ('proposed' as const) : ('accepted' as const),
    good_mt: true,
    post_edit: n === 20 ? '20番（' : null,
  }));
  // As long as the source, so that places are the same.
  const targets = texts.map((text) => text.replace('Text', '潮の満干'));
  const content = sampleContent(texts, targets, rows);
  review = new Server(content);
  const regions = differing.map((n, at) => {
    const one = content.rows[n];
    return {
      number: at + 1,
      parts: ['labels'],
      camps: [[0], [1]],
      source: [[n, 0, texts[n]?.length]],
      target: [[n, 0, texts[n]?.length]],
      rows: [
        [{ ...one, id: uuid(9000 + n), link: null }],
        [{ ...one, id: uuid(9100 + n), good_mt: false, link: null }],
      ],
    };
  });
  const reviews = [0, 1].map((number) => ({
    number,
    review: null,
    annotator: null,
    state: 'submitted',
    submitted_at: '2026-11-18T09:00:00Z',
    is_current: true,
  }));
  compared = {
    reviews,
    regions,
    n_agreed: 54,
    n_gold: null,
    n_unseen: 0,
    reasons: ['guidelines', 'oversight'],
    n_new: 0,
    n_most: 4,
    may_see_names: false,
  };
  server.use(
    http.get('*/api/v1/session/', () => HttpResponse.json({ user: null })),
    http.get('*/api/v1/adjudications/:id/', ({ request }) => {
      const names = new URL(request.url).searchParams.get('names') === 'true';
      const named = { id: 5, username: 'ben', name: 'Ben Brook' };
      return HttpResponse.json(
        names
          ? { ...compared, reviews: compared.reviews.map((one: object) => ({ ...one, annotator: named })) }
          : compared,
      );
    }),
  );
});

afterEach(() => editor.close());

async function open(nRegions = 6) {
  const info = { ...review.info(1), kind: 'adjudication' as const };
  editor = new Editor(info, review.content(), review.transport(1), new MemoryStorage());
  await editor.exchange.start();
  const element = (
    <EditorProvider value={editor}>
      <Adjudication />
    </EditorProvider>
  );
  const router = createMemoryRouter([{ path: '*', element }]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText(`0 of ${nRegions} region${nRegions === 1 ? '' : 's'}`);
  return router;
}

const labels = () => differing.map((n) => editor.state.doc.rows.get(uuid(n + 1))?.good_mt);

it('settles six regions of sixty rows with a key for each, and one that marks them as gold', async () => {
  await open();
  const user = userEvent.setup();
  const now = vi.spyOn(Date, 'now');
  for (const [n, key] of ['a', 'b', 'a', 'b', 'b', 'a', '{Enter}'].entries()) {
    now.mockReturnValue(1000 * n);
    await user.keyboard(key);
  }
  now.mockRestore();
  expect(labels()).toEqual([true, false, true, false, false, true]);
  expect(editor.state.doc.state).toBe('submitted');
  await vi.waitFor(() => expect(review.doc.state).toBe('submitted'));
  await user.keyboard('z');
  await user.click(await screen.findByRole('button', { name: 'Reopen it' }));
  expect(editor.state.doc.state).toBe('open');
});

it('is undecided at first, also to those who hear it, and Enter takes nobody’s side', async () => {
  await open();
  const user = userEvent.setup();
  const first = screen.getByRole('region', { name: 'Region 1 of 6, row 5, differs in labels; open, undecided' });
  expect(first).toHaveTextContent('undecided');
  expect(screen.getByRole('button', { name: /^Accept, next/ })).toBeDisabled();
  await user.keyboard('{Enter}{Enter}');
  expect(editor.state.doc.rows.get(uuid(5))?.status).toBe('proposed');
  expect(editor.state.notice.text).toBe('Take A or B, or edit the result.');
  await user.click(screen.getByRole('button', { name: /^Take A/ }));
  expect(editor.state.doc.rows.get(uuid(5))).toMatchObject({ good_mt: true, status: 'accepted' });
});

it('takes one region where a key is pressed twice in a moment, or held', async () => {
  await open();
  const user = userEvent.setup();
  await user.keyboard('aa{b>3/}b');
  const statuses = () => differing.map((n) => editor.state.doc.rows.get(uuid(n + 1))?.status);
  expect(statuses().filter((status) => status === 'accepted')).toHaveLength(2);
  expect(screen.getByText('2 of 6 regions')).toBeInTheDocument();
});

it('takes no region that was scrolled out of sight, and brings it back', async () => {
  await open();
  const region = document.querySelector('[data-region="1"]') as HTMLElement;
  const main = region.closest('main') as HTMLElement;
  const at = (top: number, bottom: number) => () => ({ top, bottom }) as DOMRect;
  main.getBoundingClientRect = at(100, 700);
  region.getBoundingClientRect = at(-300, -100);
  vi.mocked(region.scrollIntoView).mockImplementation(() => {
    region.getBoundingClientRect = at(100, 300);
  });
  await userEvent.keyboard('a');
  expect(screen.getByText('0 of 6 regions')).toBeInTheDocument();
  expect(editor.state.notice.text).toBe('Region 1 was out of sight. Press the key again to decide on it.');
  await new Promise((resolve) => setTimeout(resolve, moment + 20));
  await userEvent.keyboard('a');
  expect(screen.getByText('1 of 6 regions')).toBeInTheDocument();
});

it('is not marked as gold by the Enter that settled its last region, held or doubled', async () => {
  compared.regions = compared.regions.slice(0, 1);
  compared.regions[0].number = 1;
  await open(1);
  const user = userEvent.setup();
  await user.keyboard('1{Enter>3/}{Enter}');
  expect(editor.state.doc.rows.get(uuid(5))).toMatchObject({ good_mt: false, status: 'accepted' });
  const [gold] = screen.getAllByRole('button', { name: 'Mark as gold' });
  expect(gold).toHaveFocus();
  expect(editor.state.doc.state).toBe('open');
  const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
  expect(gold?.dispatchEvent(held)).toBe(false);
});

it('shows a review that differs where those that have a column say the same', async () => {
  compared.reviews.push({ ...compared.reviews[0], number: 2 }, { ...compared.reviews[0], number: 3 });
  for (const region of compared.regions) {
    const [a, b] = region.rows;
    region.rows = [a, a, b, b];
    region.camps = [
      [0, 1],
      [2, 3],
    ];
  }
  compared.regions[1].camps = [[0], [1, 2, 3]];
  compared.regions[1].rows = [compared.regions[0].rows[0], ...Array(3).fill(compared.regions[1].rows[2])];
  await open();
  const pressed = () => screen.getAllByRole('button', { pressed: true }).map((one) => one.textContent);
  await vi.waitFor(() => expect(pressed()).toContain('C'));
  // B says what A says, which is shown; and of C, D and B, which say the same, the one that is shown stays.
  await userEvent.keyboard('b');
  await vi.waitFor(() => expect(editor.state.notice.text).toBe('Region 1 settled: took A, B. 5 regions are open.'));
  expect(pressed()).toContain('C');
  await userEvent.click(screen.getByRole('button', { name: 'Show B' }));
  expect(pressed()).toContain('B');
});

it('stacks all of three reviews in a narrow window, where there are no keys', async () => {
  const real = globalThis.matchMedia;
  const matches = vi.spyOn(globalThis, 'matchMedia');
  onTestFinished(() => matches.mockRestore());
  matches.mockImplementation((query) => ({ ...real(query), matches: query.includes('699px') }));
  for (const region of compared.regions) region.rows.push(region.rows[1]);
  for (const region of compared.regions) region.camps = [[0], [1, 2]];
  compared.reviews = [...compared.reviews, { ...compared.reviews[1], number: 2 }];
  await open();
  expect(screen.getAllByRole('button', { name: /^Take [A-D]/ })).toHaveLength(3);
});

it('keeps the reason, and undoes a region as one edit', async () => {
  await open();
  const user = userEvent.setup();
  await user.keyboard('qoversight{Enter}b');
  const first = () => editor.state.doc.rows.get(uuid(5));
  expect(first()).toMatchObject({ good_mt: false, status: 'accepted', decision_reason: 'oversight' });
  expect(
    screen.getByRole('region', { name: /^Region 1 of 6, row 5, differs in labels; settled, Gold same as B$/ }),
  ).toBeInTheDocument();
  await user.keyboard('z');
  expect(first()).toMatchObject({ good_mt: true, status: 'proposed', decision_reason: '' });
});

it('is not marked as gold while a region is open', async () => {
  await open();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Mark as gold' }));
  expect(editor.state.doc.state).toBe('open');
  expect(editor.state.notice.text).toBe('6 regions are open.');
});

it('opens the rows to edit the result, and comes back by Escape', async () => {
  await open();
  const user = userEvent.setup();
  await user.keyboard('j1e');
  expect(await screen.findByText(/Editing the result of region 2/)).toBeInTheDocument();
  expect(editor.state.doc.rows.get(uuid(12))).toMatchObject({ good_mt: false, status: 'proposed' });
  expect(editor.state.active).toBe(uuid(12));
  await user.keyboard('{Escape}');
  expect(await screen.findByText('0 of 6 regions')).toBeInTheDocument();
});

it('settles no region by accepting many rows, or all above one, while a result is edited', async () => {
  await open();
  const user = userEvent.setup();
  await user.keyboard('e');
  expect(await screen.findByText(/Editing the result of region 1/)).toBeInTheDocument();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect([editor.state.dialog, editor.state.notice.text]).toEqual([null, 'Regions are settled one by one.']);
  await user.click(screen.getByRole('button', { name: /^View/ }));
  expect(await screen.findByRole('button', { name: 'Find and replace' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Accept many/ })).toBeNull();
  await user.keyboard('{Escape}');
  act(() => editor.set({ dialog: 'keys' }));
  expect(await screen.findByRole('checkbox', { name: 'Use single letters as keys' })).toBeInTheDocument();
  expect(screen.queryByRole('checkbox', { name: /^Linear mode/ })).toBeNull();
});

it('shows the regions of a filter, which the address names, and folds the others', async () => {
  await open();
  const user = userEvent.setup();
  await user.keyboard('bf');
  await user.click(screen.getByRole('button', { name: 'Open 5' }));
  expect(screen.getAllByRole('region', { name: /^Region / })).toHaveLength(5);
  expect(screen.getByRole('button', { name: /Rows 1 to 11.*1 region not shown/ })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Flagged 1' }));
  expect(screen.getByRole('region', { name: /^Region 2 of 6/ })).toHaveAttribute('data-active');
  await user.click(screen.getByRole('button', { name: 'Text 0' }));
  expect(screen.getByText(/No region is shown by this filter/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show all 6' }));
  expect(screen.getAllByRole('region', { name: /^Region / })).toHaveLength(6);
});

it('leaves out no row of a result that is edited by a filter of regions, which Back came to', async () => {
  const router = await open();
  const user = userEvent.setup();
  await user.keyboard('f');
  await user.click(screen.getByRole('button', { name: 'Flagged 1' }));
  await user.click(screen.getByRole('button', { name: 'Open 6' }));
  await act(() => router.navigate(-1));
  expect(screen.getByRole('button', { name: 'Flagged 1' })).toHaveAttribute('aria-pressed', 'true');
  await user.keyboard('e');
  expect(await screen.findByText(/Editing the result of region 1/)).toBeInTheDocument();
  expect([editor.state.view.filters, editor.state.visible.length]).toEqual([[], 60]);
});

it('has what annotators left to look at, beside what they say and where all agree', async () => {
  compared.regions[2].rows[1][0].post_edit = '潮（';
  compared.regions[3].rows[1][0] = {
    ...compared.regions[3].rows[1][0],
    post_edit: '波（',
    overridden: ['brackets', 'numbers'],
  };
  await open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Findings 1' }));
  const [region, ...others] = screen.getAllByRole('region', { name: /^Region / });
  expect(others).toEqual([]);
  expect(region).toHaveAccessibleName(/^Region 3 of 6/);
  expect(region).toHaveTextContent('（ is not closed.');
  // Taken from the other review, nothing is left to look at.
  await user.click(screen.getByRole('button', { name: /^Take A/ }));
  expect(screen.getByRole('button', { name: 'Findings 0' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Differ 6' }));
  await user.click(screen.getByRole('button', { name: /Rows 14 to 30.*1 row with findings/ }));
  expect(screen.getAllByText('（ is not closed.', { exact: false })).toHaveLength(2);
});

it('goes to a region by the number of a row, and unfolds a row that is agreed on', async () => {
  await open();
  const user = userEvent.setup();
  await user.keyboard('g31{Enter}');
  expect(screen.getByRole('region', { name: /^Region 4 of 6/ })).toHaveAttribute('data-active');
  await user.keyboard('g20{Enter}');
  expect(document.querySelector(`[data-row="${uuid(20)}"]`)).toBeInTheDocument();
  await user.keyboard('gx{Enter}');
  expect(editor.state.notice.text).toBe('“x” is not a row number.');
  await user.keyboard('{Escape}u');
  expect(document.querySelectorAll('[data-row]').length).toBeGreaterThan(13);
});

it('lists its keys', async () => {
  await open();
  const user = userEvent.setup();
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keys of the regions' })).toHaveTextContent(
    'accept the result, next',
  );
});

it('says what to do where a review was reopened while its regions were settled', async () => {
  compared.regions = compared.regions.slice(0, 1);
  await open(1);
  await userEvent.keyboard('a');
  await vi.waitFor(() => expect(editor.state.queue.saved).toBe(1));
  review.refuse = ({ id }) =>
    new ApiError(409, 'reviews_changed', 'Review B was reopened.', [], { code: 'reviews_changed', operation: id });
  compared = {
    ...compared,
    reviews: [compared.reviews[0], { ...compared.reviews[1], state: 'open', is_current: false }],
  };
  await userEvent.click(screen.getAllByRole('button', { name: 'Mark as gold' })[0] as HTMLElement);
  expect(await screen.findByRole('button', { name: 'Leave out B' })).toBeVisible();
  expect(editor.state.doc.state).toBe('open');
});

it('goes on without a review that was reopened', async () => {
  compared.reviews[1] = { ...compared.reviews[1], state: 'open', is_current: false };
  const asked = vi.fn();
  server.use(
    http.post('*/api/v1/adjudications/:id/', async ({ request }) => {
      asked(await request.json());
      compared.reviews = compared.reviews.slice(0, 1);
      compared.regions = [];
      return HttpResponse.json(compared);
    }),
  );
  await open();
  const user = userEvent.setup();
  expect(screen.getByRole('alert')).toHaveTextContent('Review B was reopened. Wait until it is submitted again');
  await user.click(screen.getByRole('button', { name: 'Leave out B' }));
  expect(asked).toHaveBeenCalledWith({ leave_out: true });
  expect(await screen.findByText(/Only one review is left/)).toBeInTheDocument();
});

it('tells names to whoever may see them, once they ask', async () => {
  compared.may_see_names = true;
  await open();
  const user = userEvent.setup();
  expect(screen.queryByText('Ben Brook')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Names' }));
  expect(await screen.findAllByText('Ben Brook')).toHaveLength(2);
});
