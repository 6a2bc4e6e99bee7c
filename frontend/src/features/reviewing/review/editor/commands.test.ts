import { describe, expect, it } from 'vitest';
import { chordOf } from '@/lib/chords';
import { clash, KeyMap } from '../keys/dispatch';
import type { ActionId } from '../keys/table';
import { rowOf } from '../model/document';
import { everything } from '../model/filters';
import type { Operation } from '../model/types';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, sampleInfo, uuid } from '../testing/sample';
import { silent } from '../testing/silent';
import { run } from './commands';
import { Editor } from './editor';
import { activate } from './navigation';
import { chooseView } from './searching';

const content = sampleContent(
  ['The tide came in.', 'It was 1953.', 'She wrote “high”.', 'The end.'],
  ['潮が満ちた。', '1953年。', '高い。', '終わり。'],
  [0, 1, 2, 3].map((at) => ({ source: [at], target: [at] })),
);

function opened(): { editor: Editor; sent: Operation[] } {
  const { transport, sent } = silent();
  return { editor: new Editor(sampleInfo('bitext'), content, transport, new MemoryStorage()), sent };
}

describe('linear mode', () => {
  it('confirms all above with the row accepted, says in the log that it did so in passing, and undoes as one', async () => {
    const { editor, sent } = opened();
    editor.set({ linear: true });
    activate(editor, uuid(3));
    run(editor, 'accept_next');
    const statuses = () => editor.state.doc.order.map((id) => rowOf(editor.state.doc, id).status);
    expect(statuses()).toEqual(['implicit', 'implicit', 'accepted', 'proposed']);
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]?.steps).toEqual([
      { type: 'set', rows: [uuid(3)], fields: { status: 'accepted' } },
      { type: 'set', rows: [uuid(1), uuid(2)], fields: { status: 'implicit' } },
    ]);
    run(editor, 'undo');
    expect(statuses()).toEqual(['proposed', 'proposed', 'proposed', 'proposed']);
    editor.close();
  });

  it('is off unless chosen, and leaves decided rows as they are', () => {
    const { editor } = opened();
    activate(editor, uuid(1));
    run(editor, 'accept_stay');
    activate(editor, uuid(3));
    run(editor, 'accept_stay');
    const status = (n: number) => rowOf(editor.state.doc, uuid(n)).status;
    expect([status(1), status(2), status(3)]).toEqual(['accepted', 'proposed', 'accepted']);
    editor.set({ linear: true });
    activate(editor, uuid(4));
    run(editor, 'accept_stay');
    expect([status(1), status(2), status(3), status(4)]).toEqual(['accepted', 'implicit', 'accepted', 'accepted']);
    editor.close();
  });
});

describe('search', () => {
  it.each([
    ['tide', [1]],
    ['TIDE', [1]],
    ['/\\d{4}年/', [2]],
    ['/^the/', [1, 4]],
    ['/\\p{Script=Han}わり/u', [4]],
    ['/“(high|low)”/', [3]],
  ])('%s finds rows %j', async (query, numbers) => {
    const { editor } = opened();
    await chooseView(editor, { ...everything, query });
    expect(editor.state.visible).toEqual(numbers.map(uuid));
    editor.close();
  });
});

describe('Escape', () => {
  it('shows all rows again where nothing matches, and keeps a filter that shows some', async () => {
    const { editor } = opened();
    await chooseView(editor, { ...everything, query: 'nothing of the kind' });
    expect(editor.state.visible).toEqual([]);
    run(editor, 'escape');
    expect(editor.state.visible).toHaveLength(4);
    await chooseView(editor, { ...everything, query: 'tide' });
    run(editor, 'escape');
    expect(editor.state.visible).toEqual([uuid(1)]);
    editor.close();
  });
});

it('says what an action did until the next one', () => {
  const { editor } = opened();
  activate(editor, uuid(1));
  run(editor, 'redo');
  expect(editor.state.notice.text).toBe('Nothing to redo.');
  run(editor, 'caret');
  expect(editor.state.notice.text).toBe('');
  editor.close();
});

describe('keys of one’s own', () => {
  const press = (key: string, code: string) =>
    chordOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }, false) as string;

  it('take the place of the first ones, in the map and in its conflicts', () => {
    const bindings = { accept_next: ['y'], borrow: ['Enter'] } as const;
    const map = new KeyMap({ bindings, letters: true }, 'bitext', false);
    const found = (chord: string): ActionId | null => map.find(chord, ['rows', 'view', 'all']);
    expect(found(press('y', 'KeyY'))).toBe('accept_next');
    expect(found('Enter')).toBe('borrow');
    expect(found('b')).toBeNull();
    expect(clash('y', 'merge', bindings)).toContain('accept, next');
    expect(clash('b', 'merge', bindings)).toBeNull();
  });
});
