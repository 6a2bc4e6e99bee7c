import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { server as answers } from '@/test/server';
import { run } from '../editor/commands';
import type { Editor } from '../editor/editor';
import type { Comment } from '../model/types';
import { gate, servePages, server, tomás, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { show } from '../testing/shown';
import { CommentsTab } from './CommentsTab';

servePages();
beforeEach(() => {
  answers.use(http.get('*/members/', () => HttpResponse.json({ count: 0, results: [] })));
});
afterEach(() => onlineManager.setOnline(true));

const user = userEvent.setup({ delay: null });
const field = () => screen.getByRole('textbox', { name: 'Comment on this row' });
const send = '{Control>}{Enter}{/Control}';

/** The rows that comments were sent to, with their texts, and a server that takes them. */
function taking(page: Editor): [row: string, text: string][] {
  const sent: [string, string][] = [];
  page.transport.comment = async (row, text) => {
    if (!server.up) throw new Error('The server didn’t respond.');
    if (!server.doc.rows.has(row)) throw new Error('This row is no longer in the review.');
    sent.push([row, text]);
    await server.gate;
    return { row, text, mentions: [] as unknown } as Comment;
  };
  return sent;
}

function open(page: Editor, row: number) {
  act(() => page.set({ active: uuid(row) }));
  return show(page, <CommentsTab id={uuid(row)} />);
}

describe('what is typed about a row', () => {
  it('stays with the row until it is sent: elsewhere, after another tab and after a reload', async () => {
    const page = await visit();
    const sent = taking(page);
    const shown = open(page, 1);
    await user.type(field(), 'About one');
    act(() => page.set({ active: uuid(3) }));
    expect(field()).toHaveValue('');
    await user.type(field(), `About three${send}`);
    await waitFor(() => expect(field()).toHaveValue(''));
    expect(sent).toEqual([[uuid(3), 'About three']]);
    shown.unmount();
    const again = await visit();
    taking(again);
    const later = open(again, 1);
    expect(field()).toHaveValue('About one');
    later.unmount();
    open(await visit(tomás), 1);
    expect(field()).toHaveValue('');
  });

  it('is sent once, however often it is asked for and wherever one goes meanwhile', async () => {
    const page = await visit();
    const sent = taking(page);
    const answer = gate();
    const shown = open(page, 2);
    await user.type(field(), `Why?${send}${send}`);
    shown.rerender(null);
    shown.rerender(<CommentsTab id={uuid(2)} />);
    await user.type(field(), send);
    answer();
    await waitFor(() => expect(field()).toHaveValue(''));
    expect(sent).toEqual([[uuid(2), 'Why?']]);
  });
});

describe('a comment on a row that an edit has just made', () => {
  const newRow = async (page: Editor) => {
    const { order } = page.state.doc;
    act(() => page.set({ active: uuid(2), chip: null }));
    act(() => run(page, 'push_down'));
    return page.state.doc.order.find((id) => !order.includes(id)) as string;
  };

  it('is sent after that edit', async () => {
    const page = await visit();
    const sent = taking(page);
    const row = await newRow(page);
    act(() => page.set({ active: row }));
    show(page, <CommentsTab id={row} />);
    await user.type(field(), `New${send}`);
    await waitFor(() => expect(field()).toHaveValue(''));
    expect(sent).toEqual([[row, 'New']]);
  });

  it('is kept where neither can be sent, and says so', async () => {
    const page = await visit();
    const sent = taking(page);
    onlineManager.setOnline(false);
    server.up = false;
    const row = await newRow(page);
    act(() => page.set({ active: row }));
    show(page, <CommentsTab id={row} />);
    await user.type(field(), `New${send}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('Not sent: this row is not saved yet.');
    act(() => page.set({ active: uuid(1) }));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.type(field(), `Old${send}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('The server didn’t respond.');
    expect(field()).toHaveValue('Old');
    expect(sent).toEqual([]);
  });
});
