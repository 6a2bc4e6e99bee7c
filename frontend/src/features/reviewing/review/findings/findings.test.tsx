import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { run } from '../editor/commands';
import { draftOf } from '../editor/drafts';
import { Editor } from '../editor/editor';
import { loadFindings } from '../editor/laterFindings';
import { editedText } from '../editor/postEdit';
import { countsOf, everything } from '../model/filters';
import { postEdit, reopen, set, submit } from '../model/gestures';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, uuid } from '../testing/sample';
import { Server } from '../testing/server';
import { show } from '../testing/shown';
import { FindingsTab } from './FindingsTab';
import { look } from './walk';

let server: Server;
let opened: Editor;

beforeEach(async () => {
  await loadFindings();
  const rows = [0, 1, 2, 3].map((at) => ({ source: [at], target: [at] }));
  server = new Server(
    sampleContent(['Tide.', 'Ebb.', 'Swell.', 'Foam.'], ['潮。', '干潮。', 'うねり。', '泡。'], rows),
  );
});
afterEach(() => {
  opened.close();
  vi.useRealTimers();
});

/** Time for a look at the list. */
function read(): void {
  vi.useFakeTimers({ now: Date.now() + 1_500, toFake: ['Date'] });
}

async function visit(): Promise<Editor> {
  opened = new Editor(server.info(1), server.content(), server.transport(1), new MemoryStorage());
  await opened.exchange.start();
  return opened;
}

const held = () => server.rows(server.doc.order);
const settled = (page: Editor) =>
  vi.waitFor(() => expect(page.state.queue).toMatchObject({ waiting: [], sending: 0, conflict: null }));

/** Rows 2 and 4 have an open bracket; all are accepted. */
async function reviewed() {
  const page = await visit();
  for (const row of [2, 4]) page.do(postEdit(page.state.doc, uuid(row), '潮（と波', true));
  page.do(set(page.state.doc, 'accept', page.state.doc.order, { status: 'accepted' }));
  await settled(page);
  return page;
}

it('goes from one row with a finding to the next, around the end, in the post-edit too', async () => {
  const page = await reviewed();
  page.set({ active: uuid(1) });
  run(page, 'next_finding');
  expect([page.state.active, page.state.notice.text]).toEqual([uuid(2), '（ is not closed.']);
  page.set({ opened: { row: uuid(2), part: 'post_edit' } });
  run(page, 'next_finding');
  expect(page.state).toMatchObject({ active: uuid(4), opened: { row: uuid(4), part: 'post_edit' } });
  run(page, 'next_finding');
  expect(page.state.active).toBe(uuid(2));
  run(page, 'previous_finding');
  expect(page.state.active).toBe(uuid(4));
});

it('is shown before submitting, and submits at the second press', async () => {
  const page = await reviewed();
  run(page, 'submit');
  expect(page.state).toMatchObject({ helper: 'findings', helperOpen: true, dialog: null });
  // Pressed twice, before anybody could look.
  run(page, 'submit');
  expect(page.state.doc.state).toBe('open');
  read();
  run(page, 'submit');
  await settled(page);
  expect(server.doc.state).toBe('submitted');
});

it('is shown again before submitting where it was closed meanwhile', async () => {
  const page = await reviewed();
  run(page, 'findings');
  run(page, 'escape');
  read();
  run(page, 'submit');
  expect(page.state).toMatchObject({ helper: 'findings', helperOpen: true, doc: { state: 'open' } });
});

it('is counted on the button, in the tab and in a filter that shows its rows', async () => {
  const page = await reviewed();
  await look(page, async () => true);
  expect(page.state.nFindings).toBe(2);
  expect(countsOf(page.state.doc, page.state.facts, 0.8).findings).toBe(2);
  page.setView({ ...everything, filters: ['findings'] });
  expect(page.state.visible).toEqual([uuid(2), uuid(4)]);
  page.do(postEdit(page.state.doc, uuid(2), '潮と波', true));
  await look(page, async () => true);
  expect(page.state.nFindings).toBe(1);
  // Rows that are shown stay until the view is chosen again.
  expect(page.state.visible).toEqual([uuid(2), uuid(4)]);
  expect(countsOf(page.state.doc, page.state.facts, 0.8).findings).toBe(1);
});

it('is a post-edit that is not saved, which is shown before submitting', async () => {
  const page = await visit();
  page.do(set(page.state.doc, 'accept', page.state.doc.order, { status: 'accepted' }));
  page.draft(uuid(3), 'うねりと泡。');
  await settled(page);
  await look(page, async () => true);
  expect(page.state.nFindings).toBe(1);
  run(page, 'submit');
  expect(page.state).toMatchObject({ helper: 'findings', helperOpen: true, doc: { state: 'open' } });
  show(page, <FindingsTab onSubmit={() => undefined} />);
  const group = await screen.findByRole('region', { name: 'Post-edits that are not saved' });
  await userEvent.click(within(group).getByRole('button', { name: '3Not saved: “うねりと泡。”' }));
  expect(page.state.active).toBe(uuid(3));
  act(() => page.draft(uuid(3), null));
  expect(await screen.findByText('Nothing found.')).toBeInTheDocument();
});

it('is no unsaved post-edit while the review is submitted: what was saved is shown until it is reopened', async () => {
  const page = await visit();
  const saved = editedText(page.state, uuid(3));
  page.draft(uuid(3), 'うねりと泡。');
  page.do(submit(page.state.doc, true));
  await settled(page);
  await look(page, async () => true);
  expect([page.state.nFindings, editedText(page.state, uuid(3)), draftOf(page.state, uuid(3))]).toEqual([
    0,
    saved,
    null,
  ]);
  page.do(reopen(page.state.doc));
  expect([editedText(page.state, uuid(3)), draftOf(page.state, uuid(3))]).toEqual(['うねりと泡。', 'うねりと泡。']);
});

it('counts a line about many rows once for each of them', async () => {
  const page = await visit();
  page.do(set(page.state.doc, 'accept', page.state.doc.order, { status: 'accepted' }));
  page.do(set(page.state.doc, 'label', [uuid(1)], { good_mt: true }));
  await settled(page);
  await look(page, async () => true);
  expect(page.state.nFindings).toBe(3);
});

it('is shown by an address that names the filter before anybody has looked', async () => {
  (await reviewed()).close();
  opened = new Editor(server.info(1), server.content(), server.transport(1), new MemoryStorage(), {
    ...everything,
    filters: ['findings'],
  });
  await opened.exchange.start();
  await look(opened, async () => true);
  expect(opened.state.visible).toEqual([uuid(2), uuid(4)]);
});

it('submits at once where nothing is found', async () => {
  const page = await visit();
  page.do(set(page.state.doc, 'accept', page.state.doc.order, { status: 'accepted' }));
  run(page, 'submit');
  await settled(page);
  expect(server.doc.state).toBe('submitted');
});

it('leads to its rows by keys, and takes one as right until its text changes', async () => {
  const page = await reviewed();
  show(page, <FindingsTab onSubmit={() => undefined} />);
  const user = userEvent.setup();
  const group = await screen.findByRole('region', { name: 'Brackets and spaces' });
  within(group).getByRole('button', { name: /^2/ }).focus();
  await user.keyboard('j{Enter}');
  expect(page.state.active).toBe(uuid(4));
  within(group).getByRole('button', { name: /^2/ }).focus();
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  await settled(page);
  expect(held()[1]?.overridden).toEqual(['brackets']);
  expect(await screen.findByText('1 thing to look at before you submit.')).toBeInTheDocument();
  page.do(postEdit(page.state.doc, uuid(2), '潮（また', true));
  expect(await screen.findByText('2 things to look at before you submit.')).toBeInTheDocument();
});
