/** Texts that somebody wrote are not lost to a text that was begun before them. */

import { describe, expect, it, vi } from 'vitest';
import { rowOf } from '../model/document';
import { agrees, ines, press, servePages, server, settled, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import type { Editor } from './editor';
import { savePostEdit } from './postEdit';

servePages();

const heard = (page: Editor) => vi.waitFor(() => expect(page.state.total).toBe(server.doc.revision));

function save(page: Editor, text: string): void {
  page.draft(uuid(1), text);
  savePostEdit(page);
}

describe('a text that was begun before another was saved', () => {
  it('is a conflict, though the page has heard of the other in the meantime', async () => {
    const [a, b] = [await visit(), await visit(ines)];
    for (const page of [a, b]) press(page, 1, 'post_edit');
    b.draft(uuid(1), 'Begun before.');
    save(a, 'Saved first.');
    await settled(a);
    await b.exchange.catchUp();
    await heard(b);
    expect(rowOf(b.state.doc, uuid(1)).post_edit).toBe('Saved first.');

    save(b, 'Begun before.');
    await vi.waitFor(() => expect(b.state.dialog).toBe('conflict'));
    expect(rowOf(server.doc, uuid(1)).post_edit).toBe('Saved first.');
    expect(b.exchange.resolve('mine')).toBe(true);
    await settled(b);
    expect(rowOf(server.doc, uuid(1)).post_edit).toBe('Begun before.');
    await agrees(b);
  });

  it('is none where the other changed nothing of the text', async () => {
    const [a, b] = [await visit(), await visit(ines)];
    press(b, 1, 'post_edit');
    b.draft(uuid(1), 'Begun before.');
    press(a, 1, 'flag');
    await settled(a);
    await b.exchange.catchUp();
    await heard(b);
    save(b, 'Begun before.');
    await settled(b);
    expect(rowOf(server.doc, uuid(1))).toMatchObject({ post_edit: 'Begun before.', flagged: true });
  });

  it('is none where what came in between was seen in the field', async () => {
    const [a, b] = [await visit(), await visit(ines)];
    press(b, 1, 'post_edit');
    press(a, 1, 'post_edit');
    save(a, 'Saved first.');
    await settled(a);
    await b.exchange.catchUp();
    await heard(b);
    save(b, 'Saved first, and read.');
    await settled(b);
    expect(rowOf(server.doc, uuid(1)).post_edit).toBe('Saved first, and read.');
  });
});
