import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { press, servePages, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { show } from '../testing/shown';
import { AcceptMany } from './AcceptMany';

servePages();

it('accepts the rows of the selection as one edit, and goes on to what is left', async () => {
  const page = await visit();
  press(page, 1, 'flag');
  page.set({ active: uuid(2), anchor: uuid(1), dialog: 'accept_many' });
  show(page, <AcceptMany />);
  await userEvent.click(await screen.findByRole('button', { name: 'Accept 2 rows' }));
  const status = () => page.state.doc.order.map((id) => page.state.doc.rows.get(id)?.status);
  expect(status()).toEqual(['accepted', 'accepted', 'proposed', 'proposed']);
  expect([page.state.active, page.state.anchor, page.state.dialog]).toEqual([uuid(3), null, null]);
  press(page, 3, 'undo');
  expect(status()).toEqual(['proposed', 'proposed', 'proposed', 'proposed']);
});

it('looks at one of the least sure before anything is accepted', async () => {
  const page = await visit();
  page.set({ active: uuid(4), anchor: uuid(3), dialog: 'accept_many' });
  show(page, <AcceptMany />);
  await userEvent.click(await screen.findByRole('button', { name: /Text 2/ }));
  expect([page.state.dialog, page.state.active]).toEqual([null, uuid(3)]);
  expect(page.state.queue.waiting).toEqual([]);
});

it('accepts nothing by the key that opened it, while it is held down', async () => {
  const page = await visit();
  page.set({ active: uuid(2), anchor: uuid(1), dialog: 'accept_many' });
  show(page, <AcceptMany />);
  const accept = await screen.findByRole('button', { name: 'Accept 2 rows' });
  // What nobody prevents presses the button that has the focus.
  expect(fireEvent.keyDown(accept, { key: 'Enter', ctrlKey: true, repeat: true })).toBe(false);
  expect(fireEvent.keyDown(accept, { key: 'Enter' })).toBe(true);
});
