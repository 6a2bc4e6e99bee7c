import { expect, it } from 'vitest';
import { KeyMap } from '../keys/dispatch';
import { actions, worksIn } from '../keys/table';
import { rowOf } from '../model/document';
import type { Operation, PairKind } from '../model/types';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, sampleInfo, uuid } from '../testing/sample';
import { silent } from '../testing/silent';
import { run } from './commands';
import { Editor } from './editor';
import { activate } from './navigation';

const content = sampleContent(
  ['Silences', 'Results'],
  ['So what now?', 'Each silence is a log-normal.', 'Ten speakers.'],
  [
    { source: [0], target: [0, 1] },
    { source: [1], target: [2] },
  ],
);

function opened(kind: PairKind = 'slides_talk'): { editor: Editor; sent: Operation[]; key: () => boolean[] } {
  const { transport, sent } = silent();
  const editor = new Editor(sampleInfo(kind), content, transport, new MemoryStorage());
  const key = () => editor.state.doc.order.flatMap((id) => rowOf(editor.state.doc, id).target.map((one) => one.is_key));
  return { editor, sent, key };
}

const chip = (editor: Editor, row: number, at: number) => rowOf(editor.state.doc, uuid(row)).target[at]?.id as string;

it('marks the chosen sentence, unmarks it, and undoes each', async () => {
  const { editor, sent, key } = opened();
  activate(editor, uuid(1), chip(editor, 1, 1));
  run(editor, 'key_yes');
  expect(key()).toEqual([false, true, false]);
  expect(rowOf(editor.state.doc, uuid(1)).edited).toBe(false);
  expect(editor.state.notice.text).toBe('Key sentence.');
  run(editor, 'key_yes');
  expect(editor.state.notice.text).toBe('Already set.');
  run(editor, 'key_no');
  expect(key()).toEqual([false, false, false]);
  run(editor, 'undo');
  expect(key()).toEqual([false, true, false]);
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  expect(sent[0]?.steps).toEqual([{ type: 'set_key', chips: [chip(editor, 1, 1)], is_key: true }]);
  editor.close();
});

it('without a chosen sentence marks the only one, and unmarks all', () => {
  const { editor, key } = opened();
  activate(editor, uuid(1));
  run(editor, 'key_yes');
  expect(editor.state.notice.text).toBe('Choose a sentence with the arrow keys first.');
  activate(editor, uuid(2));
  run(editor, 'key_yes');
  for (const at of [0, 1]) {
    activate(editor, uuid(1), chip(editor, 1, at));
    run(editor, 'key_yes');
  }
  expect(key()).toEqual([true, true, true]);
  activate(editor, uuid(2));
  activate(editor, uuid(1), null);
  run(editor, 'key_no');
  expect(key()).toEqual([false, false, true]);
  editor.close();
});

it('is there for talks with slides alone, on A and Shift+A', () => {
  const { editor, key } = opened('paper_talk');
  activate(editor, uuid(2));
  run(editor, 'key_yes');
  expect(key()).toEqual([false, false, false]);
  editor.close();
  const keys = new KeyMap({ bindings: {}, letters: true }, 'slides_talk', false);
  expect([keys.find('a', ['talk']), keys.find('Shift+a', ['talk'])]).toEqual(['key_yes', 'key_no']);
  const action = actions.find(({ id }) => id === 'key_yes');
  expect(action && (['bitext', 'paper_talk', 'slides_talk'] as const).filter((kind) => worksIn(action, kind))).toEqual([
    'slides_talk',
  ]);
});
