import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { active, grid, open, pagesOf, setUp, soon, stored } from './testing';

setUp();

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
    fireEvent.keyDown(document.activeElement as Element, { key: 'é', code: 'Digit2' }); // on a French keyboard
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
