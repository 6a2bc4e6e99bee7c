import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { server } from '@/test/server';
import type { Seen } from './seen';
import { active, found, grid, open, pagesOf, searching, setUp, soon, stored, version } from './testing';

setUp();

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
