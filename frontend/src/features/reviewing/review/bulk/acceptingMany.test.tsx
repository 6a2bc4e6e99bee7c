import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { drawRows, openReview } from '../testing/desk';

drawRows();

it('accepts many rows from a probability on, after a look, with one undo', async () => {
  const desk = await openReview();
  const sure = desk.server.content().rows.flatMap(({ confidence }, at) => ((confidence ?? 0) >= 0.95 ? [at + 1] : []));
  await desk.goTo(3);
  await desk.press('{Control>}{Enter}{/Control}');
  const dialog = await desk.dialog('Accept many rows');
  expect(dialog.getByText(new RegExp(`${sure.length} rows will be accepted`))).toBeVisible();
  expect(dialog.getByText(/below \.95/)).toBeVisible();
  // Row 11 is the least sure of them.
  expect(dialog.getAllByRole('listitem')[0]).toHaveTextContent('11');
  await desk.undone(async () => {
    await desk.press('{Enter}');
    const rows = await desk.saved(1);
    expect(rows.flatMap(({ status }, at) => (status === 'accepted' ? [at + 1] : []))).toEqual(sure);
    await waitFor(() => expect(desk.row(2)).toHaveFocus());
    expect(document.querySelector('[data-field=notice]')).toHaveTextContent('One undo takes them all back');
  });
});

it('accepts nothing with a look at a doubtful row', async () => {
  const desk = await openReview();
  await desk.press('{Control>}a{Enter}{/Control}');
  const dialog = await desk.dialog('Accept many rows');
  expect(dialog.getByRole('radio', { name: 'The selected rows (12)' })).toBeChecked();
  const [first] = dialog.getAllByRole('listitem');
  await desk.user.click(within(first as HTMLElement).getByRole('button'));
  await waitFor(() => expect(desk.row(10)).toHaveFocus());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect((await desk.saved(0)).every(({ status }) => status === 'proposed')).toBe(true);
});

it('takes another threshold by a digit, and shows the doubtful rows whole, with what is unusual about them', async () => {
  const desk = await openReview();
  const likely = desk.server.content().rows.filter(({ confidence }) => (confidence ?? 0) >= 0.8).length;
  await desk.press('{Control>}{Enter}{/Control}');
  const dialog = await desk.dialog('Accept many rows');
  await desk.press('4');
  expect(dialog.getByRole('radio', { name: /^\.80/ })).toBeChecked();
  expect(dialog.getByText(new RegExp(`${likely} rows will be accepted`))).toBeVisible();
  const [first] = dialog.getAllByRole('listitem');
  expect(first).toHaveTextContent(/The market heard of it last\..*No warning signs: a 1:1 link/);
  await desk.press('{Enter}');
  expect((await desk.saved(1)).filter(({ status }) => status === 'accepted')).toHaveLength(likely);
});
