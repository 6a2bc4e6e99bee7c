import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { correctionsOf } from '../model/corrections';
import type { Correction } from '../model/types';
import { servePages, visit } from '../testing/pages';
import { show } from '../testing/shown';
import { CorrectDialog } from './CorrectDialog';

servePages();

it('shows what somebody else corrected, and offers neither to withdraw nor to replace it', async () => {
  const page = await visit();
  const theirs: Correction = {
    id: 1,
    side: 'source',
    unit: 0,
    start: 0,
    end: 4,
    text: 'Word',
    by: { id: 2, name: 'Tomás Arriaga' },
    at: '2026-05-12T12:00:00Z',
    withdrawn_by: null,
    withdrawn_at: null,
    may_withdraw: false,
  };
  page.set({ corrections: correctionsOf([theirs]), correcting: { side: 'source', unit: 0 }, dialog: 'correct' });
  show(page, <CorrectDialog />);
  const field = await screen.findByRole('textbox', { name: 'text of source 1' });
  expect(field).toHaveValue('Word 0.');
  const log = screen.getByRole('list', { name: 'Corrections of this text' });
  expect(log).toHaveTextContent('“Text” to “Word”Tomás Arriaga');
  expect(within(log).queryByRole('button')).toBeNull();
  fireEvent.change(field, { target: { value: 'Sword 0.' } });
  expect(screen.getByRole('alert')).toHaveTextContent('Tomás Arriaga corrected this place');
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

it('keeps what was typed about a text until it is saved or cancelled', async () => {
  const page = await visit();
  const open = (unit: number) => act(() => page.set({ correcting: { side: 'source', unit }, dialog: 'correct' }));
  const field = (unit: number) => screen.findByRole('textbox', { name: `text of source ${unit + 1}` });
  const user = userEvent.setup({ delay: null });
  show(page, <CorrectDialog />);
  open(0);
  await user.type(await field(0), ' More.{Escape}');
  await waitFor(() => expect(page.state.dialog).toBeNull());
  open(1);
  expect(await field(1)).toHaveValue('Text 1.');
  open(0);
  expect(await field(0)).toHaveValue('Text 0. More.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  open(0);
  expect(await field(0)).toHaveValue('Text 0.');
});
