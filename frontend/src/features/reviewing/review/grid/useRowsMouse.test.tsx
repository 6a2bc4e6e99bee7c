import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { drawRows, openReview } from '../testing/desk';

drawRows();

const part = (row: HTMLElement, selector: string) => row.querySelector(selector) as HTMLElement;

it('accepts with a click on a number or a wire', async () => {
  const desk = await openReview();
  await desk.user.click(within(desk.row(4)).getByRole('rowheader'));
  await desk.saved(1);
  await desk.user.click(part(desk.row(6), '[role=gridcell][data-accept]'));
  const accepted = (await desk.saved(2)).flatMap(({ status }, at) => (status === 'accepted' ? [at + 1] : []));
  expect(accepted).toEqual([4, 6]);
  expect(desk.number).toBe(6);
});

it('selects rows one by one, and to the end', async () => {
  const desk = await openReview();
  await desk.user.click(part(desk.row(2), '[data-chip]'));
  await desk.press('{Control>}');
  await desk.user.click(part(desk.row(5), '[data-chip]'));
  await desk.press('{/Control}');
  expect(screen.getByRole('region', { name: '2 rows selected' })).toHaveTextContent('between 2 and 5');
  await desk.press('f');
  const flagged = (await desk.saved(1)).flatMap((row, at) => (row.flagged ? [at + 1] : []));
  expect(flagged).toEqual([2, 5]);
  await desk.press('{Escape}');
  expect(screen.queryByRole('region', { name: '2 rows selected' })).toBeNull();
  await desk.goTo(9);
  await desk.press('{Control>}{Shift>}{End}{/Shift}{/Control}');
  expect(screen.getByRole('region', { name: '4 rows selected' })).toHaveTextContent('9 to 12');
});

it('greys what cannot be done in the menu of a row', async () => {
  const desk = await openReview();
  await desk.user.pointer({ keys: '[MouseRight]', target: part(desk.row(1), '[data-chip]') });
  const menu = within(await screen.findByRole('menu'));
  expect(menu.getByRole('group', { name: 'Group and text' })).toBeVisible();
  expect(menu.getByRole('menuitem', { name: /^move to the row above/ })).toBeDisabled();
  expect(menu.getByRole('menuitem', { name: /^move to the row below/ })).toBeEnabled();
  expect(menu.getByRole('menuitem', { name: /^unflag/ })).toBeDisabled();
});

it.each([
  ['reason', 5, ''],
  ['label', 4, '[data-label=good_align]'],
  ['chip', 4, '[data-chip]'],
  ['chip of a selected row', 2, '[data-chip]'],
])('ends a selection with a plain click on a %s', async (what, number, selector) => {
  const desk = await openReview();
  await desk.user.click(part(desk.row(1), '[data-chip]'));
  await desk.press('{Shift>}');
  await desk.user.click(part(desk.row(2), '[data-chip]'));
  await desk.press('{/Shift}');
  const selected = () => document.querySelectorAll('[data-row][data-selected=true]').length;
  expect(selected()).toBe(2);
  if (what === 'reason') {
    await desk.user.click(within(desk.row(number)).getByRole('button', { name: /reason/ }));
    expect(await screen.findByRole('menu')).toBeVisible();
  } else await desk.user.click(part(desk.row(number), selector));
  expect(selected()).toBe(0);
  expect(screen.queryByRole('region', { name: '2 rows selected' })).toBeNull();
});
