import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { drawRows, openReview } from '../testing/desk';

drawRows();

it('saves what was typed when a warning is overridden, and stays open', async () => {
  const desk = await openReview();
  await desk.press('e');
  const field = within(desk.row(1)).getByRole('textbox');
  await desk.user.clear(field);
  await desk.user.type(field, '正午に（潮が満ちた。');
  await desk.user.click(await screen.findByRole('button', { name: 'Override: （ is not closed.' }));
  const [row] = await desk.saved(1);
  expect([row?.post_edit, row?.overridden]).toEqual(['正午に（潮が満ちた。', ['brackets']]);
  expect(within(desk.row(1)).getByRole('textbox')).toHaveValue('正午に（潮が満ちた。');
});
