import { screen, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { drawRows, openReview } from '../testing/desk';

drawRows();

it('shows a post-edit that was left unsaved, says so where the row is accepted, and lets go of it', async () => {
  const desk = await openReview();
  await desk.press('e', '（', '{Escape}');
  expect(desk.row(1)).toHaveTextContent('not saved正午に潮が満ちました。（');
  expect(desk.row(1)).toHaveAccessibleName(expect.stringContaining('draft not saved'));
  await desk.press('{Shift>}{Enter}{/Shift}');
  expect(desk.editor.state.notice.text).toBe('Accepted, but a post-edit is not saved.');
  const [row] = await desk.saved(1);
  expect(row).toMatchObject({ status: 'accepted', post_edit: null });
  await desk.press('e');
  await desk.user.click(screen.getByRole('button', { name: 'Discard' }));
  const field = within(desk.row(1)).getByRole('textbox');
  await vi.waitFor(() => expect(field).toHaveValue('正午に潮が満ちました。'));
  expect(field).toHaveFocus();
  expect(desk.editor.state.drafts.size).toBe(0);
  // Undone by hand, it is gone too.
  await desk.user.type(within(desk.row(1)).getByRole('textbox'), '（{Backspace}{Escape}');
  expect(desk.row(1)).not.toHaveTextContent('not saved');
});

it('is discarded as by typing, which the undo of the field turns back', async () => {
  const desk = await openReview();
  await desk.press('e', '（');
  const field = within(desk.row(1)).getByRole<HTMLTextAreaElement>('textbox');
  const execute = vi.fn(() => {
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
    return true;
  });
  document.execCommand = execute;
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'));
  await desk.user.click(screen.getByRole('button', { name: 'Discard' }));
  await vi.waitFor(() => expect(execute).toHaveBeenCalledWith('insertText', false, '正午に潮が満ちました。'));
  expect(field).toHaveFocus();
});

it('refuses a paste that is longer than a post-edit may be', async () => {
  const desk = await openReview();
  await desk.press('e');
  const field = within(desk.row(1)).getByRole('textbox');
  await desk.user.paste('x'.repeat(100_001));
  expect(field).toHaveValue('正午に潮が満ちました。');
  expect(desk.editor.state.notice).toMatchObject({
    text: 'Nothing was pasted: a post-edit takes 100,000 characters at most.',
    tone: 'warn',
  });
});

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
