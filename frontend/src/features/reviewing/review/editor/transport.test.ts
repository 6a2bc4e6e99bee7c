/** A proxy between the page and the server may answer anything: no edit may count as saved because of that. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, sampleInfo, uuid } from '../testing/sample';
import { run } from './commands';
import { Editor } from './editor';
import { transportOf } from './transport';

const json = { 'Content-Type': 'application/json' };
const review = { state: 'open', revision: 1, n_rows: 1, n_reviewed: 0, undo: null, redo: null, superseded_by: null };

let editor: Editor;
afterEach(() => {
  editor.close();
  vi.unstubAllGlobals();
});

function opened(answer: () => Response) {
  const asked = vi.fn(async () => answer());
  vi.stubGlobal('fetch', asked);
  const content = sampleContent(['One.'], ['一。'], [{ source: [0], target: [0] }]);
  editor = new Editor(sampleInfo('bitext'), content, transportOf(7), new MemoryStorage());
  return asked;
}

describe('an answer that is none', () => {
  it.each([
    [
      'a sign-in page of the network',
      () => new Response('<html>Welcome</html>', { headers: { 'Content-Type': 'text/html' } }),
    ],
    ['half of one', () => new Response('{"results": [{"id": "', { headers: json })],
    ['an empty one', () => new Response(null, { status: 200, headers: { 'Content-Length': '0' } })],
    ['no content', () => new Response(null, { status: 204 })],
    ['another one', () => new Response('{"ok": true}', { headers: json })],
    ['a list', () => new Response('[]', { headers: json })],
    ['one without rows', () => new Response(JSON.stringify({ results: [], review }), { headers: json })],
  ])('keeps the edit and asks again later: %s', async (_, answer) => {
    const asked = opened(answer);
    run(editor, 'flag');
    await vi.waitFor(() => expect(editor.state.queue.trouble?.kind).toBe('busy'));
    expect(editor.state.queue.waiting).toHaveLength(1);
    expect(editor.state.queue.saved).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked).toHaveBeenCalledTimes(1);
    await expect(editor.exchange.catchUp()).resolves.toBeUndefined();
    expect(editor.state.doc.rows.get(uuid(1))?.flagged).toBe(true);
  });
});
