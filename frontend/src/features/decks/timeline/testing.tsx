/** The page of a timeline in front of a server that keeps one, for its tests. */

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { ines, pair, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import type { StoredStretch, StoredTimeline } from './requests';
import type { PageSearches } from './searches';
import type { Seen } from './seen';
import { TimelinePage } from './TimelinePage';

export type Body = {
  stretches: (Pick<StoredStretch, 'page' | 'start' | 'end'> & { confidence?: number; kind?: string })[];
  changed_at: string | null;
};

export const version = (n: number) => `2026-11-20T12:00:0${n}Z`;

export const stored = (stretches: [number, number, number?][], over: Partial<StoredTimeline> = {}): StoredTimeline => ({
  stretches: stretches.map(([page, start, confidence = null], index) => ({
    ...{ page, start, confidence, ordinal: null, kind: null },
    end: stretches[index + 1]?.[1] ?? null,
  })),
  ...{ origin: 'file', file_name: 'tides.csv', changed_by: ines, changed_at: version(1) },
  ...over,
});

export const three = stored([
  [1, 0],
  [2, 8],
  [1, 12],
  [0, 16],
]);

export const searching = (over: Partial<NonNullable<PageSearches['search']>> = {}): PageSearches['search'] => ({
  ...{ name: 'talk.mp4', state: 'running', progress: 0.4, message: 'Looking at 05:00', error: '' },
  ...{ created_at: version(1), finished_at: null },
  ...over,
});

let opened: ReturnType<typeof renderAt> | undefined;

/** A server that keeps one timeline, and refuses what is based on another. */
export function open({
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

/** What each file of tests of the page begins with. */
export function setUp() {
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
}

export const grid = () => screen.findByRole('grid', { name: 'Stretches' });
export const active = async () => (await grid()).querySelector('[data-active]')?.textContent;
export const saidNow = () => within(screen.getByRole('region', { name: 'Said' })).getAllByRole('button');
export const pagesOf = (body: Body | undefined) =>
  body?.stretches.map(({ page, start }) => `${page}@${start}`).join(' ');
export const soon = { timeout: 4000 };

export const found = stored(
  [
    [1, 0, 0.99],
    [2, 8, 0.62],
    [1, 12, 0.97],
    [0, 16, 0.95],
  ],
  { origin: 'found', file_name: 'talk.mp4', changed_by: null },
);
