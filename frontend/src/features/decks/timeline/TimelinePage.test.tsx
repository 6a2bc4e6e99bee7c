import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { pair } from '@/test/fixtures';
import { server } from '@/test/server';
import type { StoredTimeline } from './requests';
import { active, grid, open, pagesOf, saidNow, setUp, soon, stored, version } from './testing';

setUp();

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
