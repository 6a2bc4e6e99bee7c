import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { AskFirst } from './AskFirst';

it('asks before it acts, cancels with Escape, and never loses the focus', async () => {
  let done = 0;
  const { user } = renderAt(
    '/',
    '/',
    <AskFirst
      verb="Delete"
      label="Delete Spring"
      question="Delete Spring? Its reviews stay."
      yes="Delete it"
      isPending={false}
      onYes={() => {
        done += 1;
      }}
    />,
  );
  await user.tab();
  await user.keyboard('{Enter}');
  expect(screen.getByText('Delete Spring? Its reviews stay.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Delete Spring' })).toHaveFocus();
  await user.keyboard('{Enter}{Enter}');
  expect(done).toBe(0);
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Delete it' }));
  expect(done).toBe(1);
});
