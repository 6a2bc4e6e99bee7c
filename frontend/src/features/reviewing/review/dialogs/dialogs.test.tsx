import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { keysOf } from '../keys/dispatch';
import { actionOf } from '../keys/sheet';
import { merge } from '../model/gestures';
import { held, press, servePages, server, settled, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { show } from '../testing/shown';
import { AsideDialog } from './AsideDialog';
import { ConflictDialog } from './ConflictDialog';
import { KeysDialog } from './KeysDialog';
import { SubmitDialog } from './SubmitDialog';
import { firstMoment } from './useUnhurried';

servePages();

describe('submitting with something left', () => {
  it('counts rows and labels, and leads to the rows that nobody has reviewed', async () => {
    const page = await visit();
    press(page, 1, 'accept_stay', 'mt_yes');
    press(page, 3, 'accept_stay');
    page.draft(uuid(2), 'begun');
    page.set({ dialog: 'submit', active: uuid(1) });
    show(page, <SubmitDialog />);
    expect(await screen.findByText('2 rows not reviewed yet')).toBeInTheDocument();
    expect(screen.getByText(/3 rows have no good_mt\./)).toBeInTheDocument();
    expect(screen.getByText('1 row has a post-edit that is not saved, and stays on this device.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Go to the next unreviewed' }));
    expect([page.state.dialog, page.state.active, page.state.doc.state]).toEqual([null, uuid(2), 'open']);
  });

  it('submits all the same, rows left unreviewed', async () => {
    const page = await visit();
    page.set({ dialog: 'submit' });
    show(page, <SubmitDialog />);
    await userEvent.click(await screen.findByRole('button', { name: 'Submit anyway' }));
    expect([page.state.dialog, page.state.doc.state]).toEqual([null, 'submitted']);
    await settled(page);
    expect(server.doc.state).toBe('submitted');
  });
});

describe('a conflict', () => {
  async function conflicted() {
    const [mine, other] = [await visit(1), await visit(2)];
    other.do({
      operation: {
        id: crypto.randomUUID(),
        verb: 'post_edit',
        steps: [{ type: 'set', rows: [uuid(1)], fields: { post_edit: 'theirs' } }],
        versions: { [uuid(1)]: 1 },
      },
    } as Parameters<typeof other.do>[0]);
    await settled(other);
    mine.draft(uuid(1), null);
    mine.do({
      operation: {
        id: crypto.randomUUID(),
        verb: 'post_edit',
        steps: [{ type: 'set', rows: [uuid(1)], fields: { post_edit: 'mine' } }],
        versions: { [uuid(1)]: 1 },
      },
    } as Parameters<typeof mine.do>[0]);
    await vi.waitFor(() => expect(mine.state.dialog).toBe('conflict'));
    show(mine, <ConflictDialog />);
    return mine;
  }

  it('is edited from both: mine becomes a draft beside theirs', async () => {
    const mine = await conflicted();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit from both' }));
    expect(mine.state.drafts.get(uuid(1))).toBe('mine');
    expect(mine.state.theirs).toEqual({ row: uuid(1), text: 'theirs' });
    expect(mine.state.opened).toEqual({ row: uuid(1), part: 'post_edit' });
    expect(held()[0]?.post_edit).toBe('theirs');
  });

  it('is settled for mine', async () => {
    const mine = await conflicted();
    await userEvent.click(await screen.findByRole('button', { name: 'Keep what I typed here' }));
    await settled(mine);
    expect(held()[0]?.post_edit).toBe('mine');
  });

  it('offers only what is possible, and says why, where both have regrouped the same rows', async () => {
    const [mine, other] = [await visit(1), await visit(2)];
    other.do(merge(other.state.doc, [uuid(2), uuid(3)]));
    await settled(other);
    mine.do(merge(mine.state.doc, [uuid(1), uuid(2)]));
    await vi.waitFor(() => expect(mine.state.dialog).toBe('conflict'));
    show(mine, <ConflictDialog />);
    expect(await screen.findByText(/^The chips are in other rows now, so yours can’t be kept/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep what I did here' })).toBeDisabled();
    await new Promise((resolve) => setTimeout(resolve, firstMoment));
    await userEvent.keyboard('1');
    expect([mine.state.dialog, mine.state.notice.text]).toEqual(['conflict', '']);
    await userEvent.keyboard('2');
    await settled(mine);
    expect(server.doc.order).toHaveLength(3);
  });
});

it('lists what was set aside with its text, and discards it', async () => {
  const page = await visit();
  const operation = {
    id: 'aside',
    verb: 'post_edit',
    steps: [{ type: 'set' as const, rows: [uuid(2)], fields: { post_edit: 'kept' } }],
    versions: { [uuid(2)]: 1 },
  };
  const discard = vi.spyOn(page.exchange, 'discardAside').mockImplementation(() => undefined);
  page.set({ dialog: 'aside', queue: { ...page.state.queue, aside: [{ operation, detail: 'It broke.' }] } });
  show(page, <AsideDialog />);
  expect(await screen.findByText('1 edit could not be saved')).toBeInTheDocument();
  expect([screen.getByText('kept').tagName, screen.getByText('It broke.').tagName]).toEqual(['Q', 'SMALL']);
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect([discard.mock.calls.length, page.state.dialog]).toEqual([1, null]);
});

describe('the keys', () => {
  it('runs the first action that a search finds', async () => {
    const page = await visit();
    page.set({ dialog: 'keys', active: uuid(2) });
    show(page, <KeysDialog />);
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Find an action' }), '{Enter}');
    expect(page.state.dialog).toBe('keys');
    await user.type(screen.getByRole('textbox', { name: 'Find an action' }), `${actionOf('flag').label}{Enter}`);
    expect(page.state.dialog).toBeNull();
    expect(page.state.doc.rows.get(uuid(2))?.flagged).toBe(true);
  });

  it('are changed by pressing another, unless that is taken', async () => {
    const page = await visit();
    act(() => page.set({ dialog: 'keys' }));
    show(page, <KeysDialog />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Change keys' }));
    const button = screen.getByRole('button', { name: `Change the key of ${actionOf('flag').label}` });
    await user.click(button);
    await user.keyboard('{Enter}');
    expect(screen.getByRole('status')).toHaveTextContent(/has this key/);
    await user.keyboard('{F10}');
    expect(keysOf(actionOf('flag'), page.state.keys.bindings)).toEqual(['F10']);
    await user.click(button);
    await user.keyboard('{Escape}');
    expect(keysOf(actionOf('flag'), page.state.keys.bindings)).toEqual(['F10']);
  });
});
