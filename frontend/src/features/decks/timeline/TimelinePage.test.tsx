import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ines, pair, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import type { StoredStretch, StoredTimeline } from './requests';
import type { PageSearches } from './searches';
import type { Seen } from './seen';
import { TimelinePage } from './TimelinePage';

type Body = {
  stretches: (Pick<StoredStretch, 'page' | 'start' | 'end'> & { confidence?: number; kind?: string })[];
  changed_at: string | null;
};

const version = (n: number) => `2026-11-20T12:00:0${n}Z`;

const stored = (stretches: [number, number, number?][], over: Partial<StoredTimeline> = {}): StoredTimeline => ({
  stretches: stretches.map(([page, start, confidence = null], index) => ({
    ...{ page, start, confidence, ordinal: null, kind: null },
    end: stretches[index + 1]?.[1] ?? null,
  })),
  ...{ origin: 'file', file_name: 'tides.csv', changed_by: ines, changed_at: version(1) },
  ...over,
});

const three = stored([
  [1, 0],
  [2, 8],
  [1, 12],
  [0, 16],
]);

const searching = (over: Partial<NonNullable<PageSearches['search']>> = {}): PageSearches['search'] => ({
  ...{ name: 'talk.mp4', state: 'running', progress: 0.4, message: 'Looking at 05:00', error: '' },
  ...{ created_at: version(1), finished_at: null },
  ...over,
});

let opened: ReturnType<typeof renderAt> | undefined;

/** A server that keeps one timeline, and refuses what is based on another. */
function open({
  timeline = three,
  role = 'admin',
  at = '',
  searches = {},
  seen = { limit: 8, inliers: [], stretches: [] },
  isBuilt = false,
}: {
  /** Whether the second and third page are steps of one slide. */
  isBuilt?: boolean;
  timeline?: StoredTimeline | null;
  seen?: Seen;
  searches?: Partial<PageSearches>;
  role?: string;
  at?: string;
} = {}) {
  const state = {
    timeline,
    seen,
    sent: [] as Body[],
    searches: {
      search: null,
      refusal: '',
      recording: '',
      limit_bytes: 2 ** 20,
      seen_at: null,
      ...searches,
    } as PageSearches,
  };
  const slides = pair({ kind: 'slides_talk', title: 'Tides' });
  const units = (texts: string[], times: boolean) => ({
    sections: [],
    units: texts.map((text, position) => ({
      ...{ position, text, section: null, speaker: '', page: times ? null : position + 1, words: [] },
      ...{ start_seconds: times ? position * 4 : null, end_seconds: times ? position * 4 + 4 : null },
    })),
  });
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role: role as 'admin' }))),
    http.get('*/api/v1/pairs/7/', () => HttpResponse.json({ ...slides, runs: [], reviews: [] })),
    http.get('*/api/v1/documents/1/units/', () =>
      HttpResponse.json(units(['Tides\nWe hear the tide.', 'Methods', ''], false)),
    ),
    http.get('*/api/v1/documents/2/units/', () =>
      HttpResponse.json(units(['the tide', 'it comes', 'a buoy', 'again', 'questions'], true)),
    ),
    http.get('*/api/v1/documents/1/pages/', () =>
      HttpResponse.json({
        ...{ pictures: null, can_be_drawn: false, limit_bytes: 1 },
        pages: ['Tides', 'Methods', ''].map((title, index) => ({
          ...{ number: index + 1, position: index, title, text_length: 5, picture: null, thumbnail: null },
          ...{ width: null, height: null, missing: ['picture'] },
          ...(isBuilt && index > 0 ? { step: index, n_steps: 2 } : { step: 1, n_steps: 1 }),
        })),
      }),
    ),
    http.get('*/api/v1/pairs/7/timeline/', () =>
      state.timeline ? HttpResponse.json(state.timeline) : HttpResponse.json({ code: 'not_found' }, { status: 404 }),
    ),
    http.put('*/api/v1/pairs/7/timeline/', async ({ request }) => {
      const body = (await request.json()) as Body;
      state.sent.push(body);
      if (body.changed_at !== (state.timeline?.changed_at ?? null)) {
        const { timeline } = state;
        return HttpResponse.json(
          { code: 'timeline_changed', detail: 'Ines Koba saved it.', saved_by: 'Ines Koba', timeline },
          { status: 409 },
        );
      }
      const stretches = body.stretches.map((each): [number, number] => [each.page, each.start]);
      state.timeline = stored(stretches, {
        origin: 'person',
        file_name: '',
        changed_at: version(state.sent.length + 1),
      });
      return HttpResponse.json(state.timeline);
    }),
    http.get('*/api/v1/pairs/7/page-search/', () => HttpResponse.json(state.searches)),
    http.get('*/api/v1/pairs/7/page-search/seen/', () => HttpResponse.json(state.seen)),
    http.post('*/api/v1/pairs/7/page-search/', () => {
      state.searches = { ...state.searches, search: searching() };
      return HttpResponse.json(state.searches, { status: 201 });
    }),
    http.delete('*/api/v1/pairs/7/page-search/', () => {
      state.searches = { ...state.searches, search: null };
      return HttpResponse.json(state.searches);
    }),
    http.delete('*/api/v1/pairs/7/timeline/', () => {
      state.timeline = null;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  opened = renderAt(`/p/harbour/pairs/7/timeline${at}`, '/p/:slug/pairs/:pairId/timeline', <TimelinePage />);
  return { state, ...opened };
}

beforeEach(() => {
  // Only the rows in sight are made; nothing has a height here.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});
afterEach(async () => {
  vi.restoreAllMocks();
  // A page that goes saves; the next test has a server of its own.
  cleanup();
  await waitFor(() => expect(opened?.queryClient.isMutating()).toBe(0));
});

const grid = () => screen.findByRole('grid', { name: 'Stretches' });
const active = async () => (await grid()).querySelector('[data-active]')?.textContent;
const saidNow = () => within(screen.getByRole('region', { name: 'Said' })).getAllByRole('button');
const pagesOf = (body: Body | undefined) => body?.stretches.map(({ page, start }) => `${page}@${start}`).join(' ');
const soon = { timeout: 4000 };

describe('a timeline', () => {
  it('is gone through by keys, with the page large and what was said', async () => {
    const { user } = open();
    expect(await active()).toBe('00:001Tides');
    expect(screen.getByText('We hear the tide.')).toBeInTheDocument();
    expect(saidNow().map((each) => each.textContent)).toEqual(['00:00the tide', '00:04it comes']);
    await user.keyboard('jj');
    expect(await active()).toBe('00:121Tides2nd time');
    await user.keyboard('{Enter}k{ArrowLeft}');
    // A second before the start of a stretch is in the one before.
    expect(await active()).toBe('00:082Methods');
  });

  it('is changed by keys, undone and redone, and saves itself', async () => {
    const { user, state } = open();
    await grid();
    await user.keyboard('j{Shift>}{ArrowRight}{/Shift}');
    expect(await active()).toBe('00:092Methods');
    expect(screen.getByRole('separator', { name: 'page 2 begins at 00:09' })).toHaveAttribute('aria-valuenow', '9');
    await user.keyboard('{ArrowRight}s');
    expect(await active()).toBe('00:103no text');
    await user.keyboard('0m');
    expect(await active()).toMatch('No slide');
    await user.keyboard('zz');
    expect(await active()).toBe('00:103no text');
    await user.keyboard('{Shift>}z{/Shift}');
    await waitFor(() => expect(state.sent).toHaveLength(1), soon);
    expect(state.sent[0]?.changed_at).toBe(version(1));
    expect(pagesOf(state.sent[0])).toBe('1@0 2@9 0@10 1@12 0@16');
    expect(await screen.findByText(/^Saved/)).toBeInTheDocument();
  });

  it('gets a page by its number, and says what cannot be', async () => {
    const { user } = open();
    await grid();
    await user.keyboard('s');
    expect(screen.getByText('The stretch begins here. Move into it to cut it.')).toBeInTheDocument();
    await user.keyboard('g3{Enter}');
    expect(await active()).toBe('00:003no text');
    await user.keyboard('g8{Enter}');
    expect(screen.getByText('The deck has pages 1 to 3.')).toBeInTheDocument();
    await user.keyboard('j');
    expect(await active()).toBe('00:082Methods');
  });

  it('is cut where a sentence begins that is selected', async () => {
    const { user } = open();
    await grid();
    await user.click(screen.getByRole('button', { name: /it comes/ }));
    await user.click(screen.getByRole('button', { name: /Cut at 00:04/ }));
    expect(await active()).toBe('00:042Methods');
  });

  it('is saved when one leaves by a link', async () => {
    const { user, state } = open();
    await grid();
    await user.keyboard('0');
    await user.click(screen.getByRole('link', { name: 'Tides' }));
    await waitFor(() => expect(pagesOf(state.sent[0])).toBe('0@0 2@8 1@12 0@16'));
  });

  it('asks before the page is closed while something is not saved', async () => {
    const { user } = open();
    await grid();
    const leave = () => globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(true);
    await user.keyboard('0');
    expect(leave()).toBe(false);
  });

  it('is compared where somebody else has saved theirs', async () => {
    const { user, state } = open();
    await grid();
    state.timeline = stored([[1, 0], [3, 8], [0, 16]], { changed_at: version(5) }); // biome-ignore format: short
    await user.keyboard('j0');
    const meanwhile = within(await screen.findByRole('region', { name: 'Saved by somebody else' }, soon));
    expect(meanwhile.getByText(/Ines Koba saved this timeline/)).toBeInTheDocument();
    expect(meanwhile.getAllByRole('listitem')[0]).toHaveTextContent('From 00:08: no slide in yours, page 3 in theirs');
    await user.click(meanwhile.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(state.sent).toHaveLength(2), soon);
    expect(state.sent[1]?.changed_at).toBe(version(5));
    expect(pagesOf(state.sent[1])).toBe('1@0 0@8 1@12 0@16');
  });

  it('stays removed where somebody else has removed it', async () => {
    const { user, state } = open();
    await grid();
    state.timeline = null;
    await user.keyboard('0');
    await screen.findByText('Somebody has removed this timeline.', {}, soon);
    await user.click(screen.getByRole('button', { name: 'Leave it removed' }));
    expect(await screen.findByRole('button', { name: 'Begin by hand' })).toBeInTheDocument();
    expect(state.sent).toHaveLength(1);
  });

  it('says where to go on once a newer version of its texts was imported while it was open', async () => {
    const { user } = open();
    await grid();
    const newer = pair({ kind: 'slides_talk', title: 'Tides', newer_pair: 9 });
    server.use(
      http.put('*/api/v1/pairs/7/timeline/', () =>
        HttpResponse.json(
          { code: 'superseded', detail: 'A newer version of this pair was imported.' },
          { status: 409 },
        ),
      ),
      http.get('*/api/v1/pairs/7/', () => HttpResponse.json({ ...newer, runs: [], reviews: [] })),
    );
    await user.keyboard('j0');
    const link = await screen.findByRole('link', { name: 'newer version of this pair' }, soon);
    expect(link).toHaveAttribute('href', '/p/harbour/pairs/9/timeline');
    expect(screen.getByText('A newer version of this pair was imported.')).toBeInTheDocument();
    await user.keyboard('s');
    expect(await grid()).toHaveAttribute('aria-rowcount', '5');
    expect(screen.queryByRole('button', { name: 'Find in a recording…' })).not.toBeInTheDocument();
  });

  it('can only be read by those who may not set it', async () => {
    const { user, state } = open({ role: 'annotator' });
    expect(await active()).toBe('00:001Tides');
    await user.keyboard('0smj');
    expect(await active()).toBe('00:082Methods');
    expect(screen.queryByRole('button', { name: /Cut|Merge|Undo|CSV|Remove|recording/ })).not.toBeInTheDocument();
    expect(screen.queryByText('merge with the next')).not.toBeInTheDocument();
    expect(state.sent).toEqual([]);
  });

  it('shows all keys', async () => {
    const { user } = open();
    await grid();
    await user.keyboard('?');
    expect(within(await screen.findByRole('dialog', { name: 'Keys' })).getByText('merge')).toBeInTheDocument();
  });

  it('begins again where it is removed', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Remove the timeline' }));
    await user.click(screen.getByRole('button', { name: 'Remove timeline' }));
    expect(await screen.findByRole('button', { name: 'Begin by hand' })).toBeInTheDocument();
  });
});

describe('a pair without a timeline', () => {
  it('begins by hand with its first page', async () => {
    const { user, state } = open({ timeline: null });
    await user.click(await screen.findByRole('button', { name: 'Begin by hand' }));
    expect(await active()).toBe('00:001Tides');
    expect(state.sent).toEqual([{ stretches: [{ page: 1, start: 0 }], changed_at: null }]);
    expect(screen.getByRole('link', { name: 'Tides' })).toHaveAttribute('href', '/p/harbour/pairs/7');
  });

  it('says who can set one to those who cannot', async () => {
    open({ timeline: null, role: 'viewer' });
    expect(await screen.findByText(/Project admins can/)).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('a CSV', () => {
  /** Page 31 is refused; what is sent is remembered. */
  function serve(state: { timeline: StoredTimeline | null }) {
    const filled = vi.spyOn(FormData.prototype, 'append');
    const sent = () => {
      const calls = filled.mock.calls as [string, unknown][];
      return calls.slice(calls.findLastIndex(([name]) => name === 'file') + 1);
    };
    server.use(
      http.put('*/api/v1/pairs/7/timeline/', () => {
        const fields = sent();
        const file = filled.mock.calls.findLast(([name]) => name === 'file')?.[1] as unknown as File;
        const without = fields.filter(([name]) => name === 'without_lines').map(([, line]) => line);
        if (file.size > 12 && !without.includes('3')) {
          const errors = [{ file: 'a.csv', line: 3, column: 1, message: 'page 31, but the deck has 3 pages' }];
          return HttpResponse.json({ code: 'unreadable', detail: 'a.csv can’t be read.', errors }, { status: 400 });
        }
        const read = stored([[1, 0], [2, 8]], { changed_at: version(9) }); // biome-ignore format: short
        if (!fields.some(([name]) => name === 'preview')) state.timeline = read;
        return HttpResponse.json(read);
      }),
    );
    return sent;
  }

  it('is used once no error is open: lines are skipped, put back or edited', async () => {
    const { user, state } = open({ timeline: null });
    const sent = serve(state);
    await user.click(await screen.findByRole('button', { name: 'Use a CSV…' }));
    const use = await screen.findByRole('button', { name: 'Use timeline' });
    expect(use).toBeDisabled();
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    await user.upload(input, new File(['page,start\n1,0\n31,4\n2,8\n'], 'a.csv'));
    const lines = await screen.findByRole('list', { name: 'Lines of the file' });
    expect(await within(lines).findByText(/column 1: page 31, but the deck has 3 pages/)).toBeInTheDocument();
    expect(use).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Skip line 3' }));
    await waitFor(() => expect(use).toBeEnabled(), soon);
    expect(screen.getByText('2 stretches, 1 line skipped')).toBeInTheDocument();
    expect(screen.getByText('never shown')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Put back line 3' }));
    await screen.findByRole('button', { name: 'Skip line 3' }, soon);
    expect(use).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const field = screen.getByRole('textbox', { name: 'Lines of the file' });
    fireEvent.change(field, { target: { value: '1,0\n2,8' } });
    await waitFor(() => expect(use).toBeEnabled(), soon);
    await user.click(use);
    expect(await active()).toBe('00:001Tides');
    expect(sent()).toContainEqual(['changed_at', '']);
  });

  it('says what is wrong with a file as a whole', async () => {
    const { user } = open({ at: '?from=csv' });
    const use = await screen.findByRole('button', { name: 'Use timeline' });
    const errors = [{ file: 'c.csv', line: null, message: 'the file is no text' }];
    server.use(
      http.put('*/api/v1/pairs/7/timeline/', () =>
        HttpResponse.json({ code: 'unreadable', detail: 'c.csv can’t be read.', errors }, { status: 400 }),
      ),
    );
    await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File(['?'], 'c.csv'));
    expect(await screen.findByText('the file is no text', {}, soon)).toBeInTheDocument();
    expect(use).toBeDisabled();
  });

  it('takes the place of a timeline only if it is the one that was seen', async () => {
    const { user, state } = open({ at: '?from=csv' });
    const sent = serve(state);
    const use = await screen.findByRole('button', { name: 'Use timeline' });
    expect(screen.getByText(/takes the place of the timeline there is/)).toBeInTheDocument();
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    await user.upload(input, new File(['1,0\n2,8'], 'b.csv'));
    await waitFor(() => expect(use).toBeEnabled(), soon);
    await user.click(use);
    await grid();
    expect(sent()).toContainEqual(['changed_at', version(1)]);
  });
});

const found = stored(
  [
    [1, 0, 0.99],
    [2, 8, 0.62],
    [1, 12, 0.97],
    [0, 16, 0.95],
  ],
  { origin: 'found', file_name: 'talk.mp4', changed_by: null },
);

describe('a timeline that was found', () => {
  it('is gone through by what is doubtful, and what is accepted or moved loses its confidence', async () => {
    const { user, state } = open({ timeline: found });
    await grid();
    expect(screen.getByText('4 stretches, 1 doubtful, found in talk.mp4')).toBeInTheDocument();
    await user.keyboard('u');
    expect(await active()).toBe('00:082Methods.62, doubtful');
    await user.keyboard('{Enter}');
    expect(await active()).toMatch('00:121Tides2nd time.97, accepted by itself');
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}u');
    expect(screen.getByText('No stretch is doubtful.')).toBeInTheDocument();
    await waitFor(() => expect(state.sent).toHaveLength(1), soon);
    expect(state.sent[0]?.stretches.map(({ confidence }) => confidence)).toEqual([0.99, undefined, undefined, 0.95]);
  });

  it('has the words underlined that were said and stand on the page, of the sentence where one is in blue', async () => {
    const { user } = open({ timeline: stored([[1, 0]]) });
    await grid();
    const marked = () =>
      [...document.querySelectorAll('li [data-active]')].map((one) => [
        one.textContent,
        one.getAttribute('data-active'),
      ]);
    await waitFor(() => expect(marked()).toEqual([['tide', 'true']]));
    await user.keyboard('{ArrowRight>5/}');
    await waitFor(() => expect(marked()).toEqual([['tide', 'false']]));
  });

  it('is filtered', async () => {
    const { user } = open({ timeline: found });
    await grid();
    for (const [filter, n] of [
      ['Doubtful 1', 1],
      ['No slide 1', 1],
      ['Again 1', 1],
      ['All 4', 4],
    ] as const) {
      await user.click(screen.getByRole('button', { name: filter }));
      expect(await grid()).toHaveAttribute('aria-rowcount', String(n + 1));
    }
  });
});

const seen: Seen = {
  limit: 8,
  inliers: Array.from({ length: 20 }, (_, second) => (second < 16 ? 60 : 0)),
  stretches: [0, 8, 12, 16].map((start, index) => ({
    ...{ start, end: [8, 12, 16, 20][index] ?? 20, frame: index === 3 ? null : start + 2 },
    candidates: [
      {
        ...{ page: 2, inliers: 43, confidence: 0.62, matches: 0.61 },
        ...{ points: [[100, 200, 300, 400], [500, 600, 700, 800]], lacks: [[0, 500, 250, 1000]] }, // biome-ignore format: short
      },
      { page: 3, inliers: 31, confidence: 0.34, matches: null, points: [], lacks: [] },
      { page: 0, inliers: 0, confidence: 0.04, matches: null, points: [], lacks: [] },
    ],
  })),
};

describe('what a search saw', () => {
  const open4 = () =>
    open({ timeline: found, seen, searches: { search: searching({ state: 'done' }), seen_at: version(1) } });

  it('stands beside the page: its frame, and the pages that it could be, taken by their keys', async () => {
    const { user, state } = open4();
    await grid();
    await user.keyboard('u');
    const frame = await screen.findByRole('img', { name: 'The recording at 00:10' });
    expect(frame).toHaveAttribute('src', '/api/v1/pairs/7/page-search/frames/10/');
    const region = await screen.findByRole('region', { name: 'Pages that it could be' });
    const shown = within(region).getAllByRole('button');
    expect(shown.map((each) => each.textContent)).toEqual([
      '1Page 2 Methods43 inliers.61 of matches.62',
      '2Page 3 31 inliers– of matches.34',
      '0No slide .04',
    ]);
    expect(shown.map((each) => each.getAttribute('aria-pressed'))).toEqual(['true', 'false', 'false']);
    expect(screen.getByText(/^Inliers a second/)).toBeInTheDocument();
    await user.keyboard('2');
    expect(await active()).toMatch('00:083no text');
    await waitFor(() => expect(state.sent).toHaveLength(1), soon);
    expect(pagesOf(state.sent[0])).toBe('1@0 3@8 1@12 0@16');
  });

  it('is joined to the page by the points that agree, and what the frame has not is dashed', async () => {
    const { user } = open4();
    await grid();
    await user.keyboard('u');
    await waitFor(() => expect(document.querySelectorAll('line')).toHaveLength(2));
    expect(document.querySelectorAll('line ~ circle')).toHaveLength(4);
    expect(document.querySelectorAll('svg:not([viewBox]) > rect')).toHaveLength(1);
    expect(screen.getByText(/^Dashed: on the page and not in the frame/)).toBeInTheDocument();
    await user.keyboard('2');
    await waitFor(() => expect(document.querySelectorAll('line')).toHaveLength(0));
    expect(screen.queryByText(/^Dashed/)).not.toBeInTheDocument();
  });

  it('lies over the page while a key is held', async () => {
    const { user } = open4();
    await grid();
    const frames = () => [...document.querySelectorAll('img[src*="/page-search/frames/"]')];
    await waitFor(() => expect(frames()).toHaveLength(1));
    await user.keyboard('{o>}');
    await waitFor(() =>
      expect(frames().map((each) => each.getAttribute('src'))).toEqual(
        Array(2).fill('/api/v1/pairs/7/page-search/frames/2/'),
      ),
    );
    await user.keyboard('{/o}');
    expect(frames()).toHaveLength(1);
    await user.keyboard('jjj{o>}');
    expect(frames(), 'no frame of this stretch was kept').toHaveLength(0);
  });

  const openNear = (inliers: number) => {
    const [first, second, third, last] = seen.stretches;
    const candidates = [1, 3, 0].map((page) => ({
      ...{ page, inliers: [0, 80, 0, inliers][page] ?? 0, confidence: page === 1 ? 0.97 : 0.01 },
      ...{ matches: null, points: [], lacks: [] },
    }));
    const stretches = [first, second, third && { ...third, candidates }, last].filter((one) => one !== undefined);
    return open({
      ...{ timeline: found, seen: { ...seen, stretches } },
      searches: { search: searching({ state: 'done' }), seen_at: version(1) },
    });
  };

  it('is doubtful where another page fits nearly as well, and says which until somebody decides', async () => {
    const { user } = openNear(68);
    await grid();
    await screen.findByText('4 stretches, 2 doubtful, found in talk.mp4');
    await user.keyboard('uu');
    expect(await active()).toBe('00:121Tides2nd time, or page 3.97, doubtful');
    await user.keyboard('{Enter}k');
    expect(await active()).toBe('00:121Tides2nd time, set by a person');
  });

  it('is not doubtful where the other page fits less well', async () => {
    openNear(67);
    await grid();
    await screen.findByRole('region', { name: 'Pages that it could be' });
    expect(screen.getByText('4 stretches, 1 doubtful, found in talk.mp4')).toBeInTheDocument();
  });

  it('is not asked of a timeline from a file', async () => {
    open({ seen, searches: { search: searching({ state: 'done' }), seen_at: version(1) } });
    await grid();
    expect(screen.queryByRole('region', { name: 'Pages that it could be' })).not.toBeInTheDocument();
  });
});

describe('steps of a slide', () => {
  const built = stored([
    [1, 0],
    [2, 4],
    [3, 8],
    [1, 12],
  ]);

  it('are named, filtered, and marked where they come on in one block', async () => {
    const { user } = open({ timeline: built, isBuilt: true });
    await grid();
    await user.keyboard('jj');
    expect(await active()).toBe('00:083no textstep 2 of 2');
    expect(screen.getByText('Page 3').closest('p')).toHaveTextContent('Page 3 of 3, step 2 of 2');
    const strip = screen.getByRole('region', { name: 'The whole talk' });
    expect(strip.querySelectorAll('[data-step]')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Steps 2' }));
    expect(await grid()).toHaveAttribute('aria-rowcount', '3');
  });

  it('are set by a key: the next of the slide before, or its page where it has no other', async () => {
    const { user } = open({ timeline: stored([[2, 0], [1, 4], [1, 8], [1, 12]]), isBuilt: true }); // biome-ignore format: short
    await grid();
    await user.keyboard('jbjbj');
    expect(await active()).toBe('00:121Tides');
    await user.keyboard('kk');
    expect(await active()).toBe('00:043no textstep 2 of 2');
    await user.keyboard('j');
    expect(await active()).toBe('00:083no textstep 2 of 2');
    await user.keyboard('kkb');
    expect(screen.getByText('There is no slide before this stretch.')).toBeInTheDocument();
  });
});

describe('a stretch without a slide', () => {
  it('is asked about when its key is pressed again', async () => {
    const { user, state } = open();
    await grid();
    await user.keyboard('j0');
    expect(await active()).toBe('00:08No slide');
    await user.keyboard('0');
    const dialog = await screen.findByRole('dialog', { name: 'What was on the screen?' });
    await waitFor(() => expect(within(dialog).getByRole('button', { name: /Not known/ })).toHaveFocus());
    await user.keyboard('2');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await active()).toBe('00:08No slide: camera');
    expect(screen.getByRole('separator', { name: 'no slide: camera begins at 00:08' })).toBeInTheDocument();
    await waitFor(() => expect(state.sent.at(-1)?.stretches[1]?.kind).toBe('camera'), soon);
    expect(state.sent.at(-1)?.stretches[3]?.kind).toBeUndefined();
  });
});

describe('the strip', () => {
  it('has an arc from where a page was shown to where it is shown again', async () => {
    open();
    await grid();
    expect(document.querySelector('[class*=arcs] path')).toHaveAttribute('d', 'M4 1C4 0 14 0 14 1');
  });
});

describe('the size of the strip', () => {
  it('is doubled and halved by keys, and follows the position', async () => {
    const { user } = open();
    await grid();
    const strip = screen.getByRole('region', { name: 'The whole talk' });
    const size = screen.getByRole('group', { name: 'Size of the talk below' });
    expect(within(size).getByRole('button', { name: 'Smaller' })).toBeDisabled();
    const scroller = strip.parentElement?.parentElement as HTMLElement;
    Object.defineProperties(scroller, { scrollWidth: { value: 4000 }, clientWidth: { value: 1000 } });
    await user.keyboard('+=');
    expect(size).toHaveTextContent('4×');
    expect(strip.parentElement).toHaveStyle({ width: '400%' });
    await user.keyboard('{j}{j}');
    expect(scroller.scrollLeft).toBeGreaterThan(0);
    await user.keyboard('---');
    expect(size).toHaveTextContent('1×');
  });
});

describe('a boundary', () => {
  it('is dragged, and the timeline changes once it is let go', async () => {
    const { state } = open();
    await grid();
    const boundary = screen.getByRole('separator', { name: 'page 1 begins at 00:12' });
    const track = boundary.parentElement as HTMLElement;
    vi.spyOn(track, 'getBoundingClientRect').mockReturnValue({ left: 100, width: 200 } as DOMRect);
    fireEvent.pointerDown(boundary, { button: 0, clientX: 220 });
    fireEvent.pointerMove(boundary, { clientX: 190 });
    expect(boundary).toHaveAccessibleName('page 1 begins at 00:09');
    fireEvent.pointerMove(boundary, { clientX: 20 });
    expect(boundary, 'as far as the stretch before it').toHaveAccessibleName('page 1 begins at 00:08');
    fireEvent.pointerMove(boundary, { clientX: 200 });
    expect(state.sent).toEqual([]);
    fireEvent.pointerUp(boundary, { clientX: 200 });
    expect(await active()).toMatch('00:101Tides2nd time');
    await waitFor(() => expect(state.sent).toHaveLength(1), soon);
    expect(pagesOf(state.sent[0])).toBe('1@0 2@8 1@10 0@16');
  });
});

describe('the search of a recording', () => {
  it('begins with the recording of the talk, shows how far it is, and then what was found', async () => {
    const { user, state } = open({ timeline: null, searches: { recording: 'talk.mp4' } });
    await user.click(await screen.findByRole('button', { name: 'Find the pages…' }));
    await user.click(await screen.findByRole('button', { name: 'Search the recording' }));
    expect(await screen.findByText('Looking at 05:00')).toBeInTheDocument();
    state.timeline = found;
    state.searches = { ...state.searches, search: searching({ state: 'done' }) };
    expect(await screen.findByText(/found in talk\.mp4/, {}, soon)).toBeInTheDocument();
  });

  it('goes on beside an open timeline, which shows what was found when asked', async () => {
    const { user, state } = open({ searches: { search: searching() } });
    await grid();
    expect(screen.getByText('Looking at 05:00')).toBeInTheDocument();
    state.timeline = found;
    state.searches = { ...state.searches, search: searching({ state: 'done' }) };
    await user.click(await screen.findByRole('button', { name: 'Show them' }, soon));
    expect(await screen.findByText(/found in talk\.mp4/)).toBeInTheDocument();
  });

  it('can be cancelled, and says why it failed', async () => {
    const { user, state } = open({ timeline: null, searches: { search: searching() } });
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(state.searches.search).toBeNull());
    cleanup();
    const error = '31 of 940 frames fit this deck. Is it the right file?';
    open({ timeline: null, searches: { search: searching({ state: 'failed', error }) } });
    expect(await screen.findByText(error)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Dismiss' })).toBeInTheDocument();
  });

  it('leaves what the one before it saw until it is done, also once it is cancelled', async () => {
    const { user, state } = open({
      timeline: found,
      seen,
      searches: { search: searching({ created_at: version(3) }), seen_at: version(1) },
    });
    await grid();
    expect(await screen.findByRole('img', { name: 'The recording at 00:02' })).toBeInTheDocument();
    server.use(
      http.delete('*/api/v1/pairs/7/page-search/', () =>
        HttpResponse.json({ ...state.searches, search: searching({ state: 'done', created_at: version(1) }) }),
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText('Looking at 05:00')).not.toBeInTheDocument());
    expect(screen.getByRole('img', { name: 'The recording at 00:02' })).toBeInTheDocument();
    expect(screen.queryByText(/^Pages were found/), 'the one before was found long ago').not.toBeInTheDocument();
  });

  it('is refused in words before anything is sent', async () => {
    open({ timeline: null, at: '?from=recording', searches: { refusal: 'Install the extra video.' } });
    expect(await screen.findByText('Install the extra video.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Choose/ })).not.toBeInTheDocument();
  });
});
