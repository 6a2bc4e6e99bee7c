import { Checkbox, Textarea } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { DialogButton } from './DialogButton';

async function open() {
  const { user } = renderAt(
    '/',
    '/',
    <DialogButton verb="Withdraw" title="Withdraw 1.0">
      {(close) => (
        <>
          <Textarea label="Reason" />
          <Checkbox label="Tell people" />
          <button type="button" onClick={close}>
            Done
          </button>
        </>
      )}
    </DialogButton>,
  );
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  return { user, reason: await screen.findByRole('textbox', { name: 'Reason' }) };
}

const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('closes at once while nothing is typed, or once it was deleted', async () => {
  const { user, reason } = await open();
  await user.type(reason, 'A{Backspace}');
  await user.click(screen.getByRole('checkbox', { name: 'Tell people' }));
  await user.keyboard('{Escape}');
  await isGone();
});

it('asks before what was typed is lost, and keeps it unless that is wanted', async () => {
  const { user, reason } = await open();
  await user.type(reason, 'Use another licence.');
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('dialog', { name: 'Discard what you wrote?' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Keep writing' })).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  expect(reason).toHaveValue('Use another licence.');
  await waitFor(() => expect(reason).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await isGone();
});

it('does not ask where the form is done', async () => {
  const { user, reason } = await open();
  await user.type(reason, 'Use another licence.');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await isGone();
});
