import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { SubmitDialog } from '../dialogs/SubmitDialog';
import { Editor } from '../editor/editor';
import { useKeys } from '../frame/useKeys';
import { MemoryStorage } from '../sending/storage';
import { press, servePages, server, visit } from '../testing/pages';
import { sampleContent, sampleInfo, uuid } from '../testing/sample';
import { show } from '../testing/shown';
import { silent } from '../testing/silent';
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

it('takes a threshold by its digit, before the focus is in the dialog and where the first one accepts nothing', async () => {
  const page = await visit();
  press(page, 1);
  function Rows() {
    useKeys();
    return (
      <div data-scope="rows">
        <button type="button">a row</button>
      </div>
    );
  }
  show(
    page,
    <>
      <Rows />
      <AcceptMany />
    </>,
  );
  act(() => page.set({ dialog: 'accept_many' }));
  expect(await screen.findByRole('button', { name: 'Accept 0 rows' })).toHaveAttribute('aria-disabled', 'true');
  fireEvent.keyDown(screen.getByRole('button', { name: 'a row', hidden: true }), { key: '6', code: 'Digit6' });
  const accept = await screen.findByRole('button', { name: 'Accept 4 rows' });
  // The rows took it for a key of theirs.
  expect(page.state.notice.text).toBe('');
  fireEvent.keyDown(screen.getByRole('button', { name: 'a row', hidden: true }), { key: 'f', code: 'KeyF' });
  expect(page.state.queue.waiting).toEqual([]);
  await userEvent.click(accept);
  expect(page.state.dialog).toBeNull();
});

it('names the surest threshold that has rows where the chosen one has none', async () => {
  const { doc } = server;
  server.doc = {
    ...doc,
    rows: new Map([...doc.rows].map(([id, row], at) => [id, { ...row, confidence: 0.97 - 0.04 * at }])),
  };
  const page = await visit();
  press(page, 1);
  page.set({ dialog: 'accept_many' });
  show(page, <AcceptMany />);
  await screen.findByRole('button', { name: 'Accept 1 row' });
  expect(screen.queryByRole('button', { name: /^From/ })).toBeNull();
  fireEvent.keyDown(document.body, { key: '&', code: 'Digit1' }); // on a French keyboard
  await userEvent.click(screen.getByRole('button', { name: 'From .95 on: 1 row' }));
  expect(screen.getByRole('button', { name: 'Accept 1 row' })).not.toHaveAttribute('aria-disabled', 'true');
});

it('calls the rows of a talk what the talk calls them, in the title and below', async () => {
  const rows = [
    { source: [0], target: [0], confidence: 0.99 },
    { source: [], target: [1], confidence: 0.6 },
  ];
  const content = sampleContent(['A sentence.'], ['as we said', 'and more'], rows);
  const talk = new Editor(sampleInfo('paper_talk'), content, silent().transport, new MemoryStorage());
  talk.set({ dialog: 'accept_many' });
  show(
    talk,
    <>
      <AcceptMany />
      <SubmitDialog />
    </>,
  );
  expect(await screen.findByRole('dialog', { name: 'Accept many spans' })).toHaveTextContent(
    '1 span will be accepted.',
  );
  expect(screen.getByRole('button', { name: 'Accept 1 span' })).toBeInTheDocument();
  act(() => talk.set({ dialog: 'submit' }));
  expect(await screen.findByRole('dialog', { name: '2 spans not reviewed yet' })).toHaveTextContent(
    'Spans that are not',
  );
});
