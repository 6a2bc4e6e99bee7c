import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { drawRows, openReview } from '../testing/desk';

drawRows();

const active = () => document.querySelector<HTMLElement>('[role=row][data-active=true]');
const moreFilters = () => screen.getByRole('button', { name: 'Filter, more' });

it('leaves the keys to the rows after a choice by mouse', async () => {
  const desk = await openReview();
  for (const choose of [
    () => desk.user.click(screen.getByRole('radio', { name: 'Doubtful first' })),
    () => desk.user.click(screen.getByRole('radio', { name: 'Talk' })),
    async () => {
      await desk.user.click(moreFilters());
      await desk.user.click((await screen.findAllByRole('menuitem', { name: /^\./ }))[0] as HTMLElement);
    },
    () => desk.user.click(screen.getByRole('checkbox', { name: 'Show neighbours' })),
    () => desk.user.click(screen.getByRole('button', { name: /^All/ })),
  ]) {
    await choose();
    await waitFor(() => expect(active()).toHaveFocus());
    const before = active()?.dataset.row;
    await desk.press('j');
    expect(active()?.dataset.row).not.toBe(before);
    await desk.press('k');
  }
});

it('stays with a choice by keyboard, for the next one', async () => {
  const desk = await openReview();
  const doubtful = screen.getByRole('radio', { name: 'Doubtful first' });
  doubtful.focus();
  await desk.press(' ');
  expect(doubtful).toBeChecked();
  expect(doubtful).toHaveFocus();
});
