import { MantineProvider, Textarea } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { WritingDialog } from './WritingDialog';

function Dialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  return (
    <WritingDialog isWritten={text !== ''} onClose={onClose} title="Reject">
      <Textarea aria-label="Reason" value={text} onChange={(event) => setText(event.currentTarget.value)} />
    </WritingDialog>
  );
}

function open() {
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <Dialog onClose={onClose} />
    </MantineProvider>,
  );
  return { user: userEvent.setup(), onClose };
}

it('closes at once where nothing was entered', async () => {
  const { user, onClose } = open();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('asks before what was entered is lost, and a second Escape goes on', async () => {
  const { user, onClose } = open();
  const reason = screen.getByLabelText('Reason');
  fireEvent.change(reason, { target: { value: 'Half of it is empty.' } });
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Go on writing' })).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Go on writing' })).not.toBeInTheDocument();
  expect(reason).toHaveValue('Half of it is empty.');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});
