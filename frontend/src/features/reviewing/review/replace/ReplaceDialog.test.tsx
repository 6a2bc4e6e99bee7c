import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { drawRows, openReview } from '../testing/desk';

drawRows();

it('replaces text in post-edits after a look, with one undo', async () => {
  const desk = await openReview();
  for (const [number, text] of [
    [1, '1953年の潮'],
    [3, '1954年の潮'],
    [4, '潮なし'],
  ] as const)
    await desk.postEdit(number, text);
  await desk.saved(3);
  await desk.press('{Control>}{Shift>}f{/Shift}{/Control}');
  const dialog = await desk.dialog('Find and replace in post-edits');
  await waitFor(() => expect(dialog.getByLabelText('Find')).toHaveFocus());
  await desk.user.click(dialog.getByLabelText('Regular expression'));
  await desk.user.type(dialog.getByLabelText('Find'), '(\\d+)年');
  await desk.user.type(dialog.getByLabelText('Replace with'), '西暦$1年');
  expect(await dialog.findByText('Found 2 places in 2 rows.')).toBeVisible();
  const changes = await dialog.findByRole('region', { name: 'What would change' });
  expect(changes.querySelector('ins')).toHaveTextContent('西暦');
  const third = within(changes).getByLabelText('Replace in row 3');
  await desk.user.click(third);
  expect(dialog.getByRole('button', { name: 'Replace in 1 row' })).toBeEnabled();
  await desk.user.click(third);
  await desk.undone(async () => {
    await desk.user.click(dialog.getByRole('button', { name: 'Replace in 2 rows' }));
    const texts = (await desk.saved(4)).slice(0, 4).map((row) => row.post_edit);
    expect(texts).toEqual(['西暦1953年の潮', null, '西暦1954年の潮', '潮なし']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
