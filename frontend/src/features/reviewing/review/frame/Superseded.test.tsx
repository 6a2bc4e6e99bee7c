import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { press, servePages, server, visit } from '../testing/pages';
import { show } from '../testing/shown';
import { Superseded } from './Superseded';

servePages();

it('leads on to the new review, and counts the edits that could not be sent', async () => {
  const page = await visit();
  server.supersededBy = 8;
  press(page, 1, 'flag');
  await vi.waitFor(() => expect(page.state.queue.trouble?.kind).toBe('superseded'));
  show(page, <Superseded />);
  const notice = screen.getByRole('alert');
  expect(notice).toHaveTextContent('A newer version of this text was imported.');
  expect(notice).toHaveTextContent('1 edit made here could not be sent. It stays on this device');
  expect(screen.getByRole('link', { name: 'Continue in the new review' })).toHaveAttribute('href', '/review/8');
});
