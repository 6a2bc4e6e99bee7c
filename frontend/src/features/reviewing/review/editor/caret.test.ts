import { expect, it } from 'vitest';
import type { ActionId } from '../keys/table';
import { rowOf } from '../model/document';
import { sideText } from '../model/text';
import type { PairKind } from '../model/types';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, sampleInfo, uuid } from '../testing/sample';
import { silent } from '../testing/silent';
import { run } from './commands';
import { Editor } from './editor';
import { activate } from './navigation';

function opened(text: string, kind: PairKind = 'paper_talk'): Editor {
  const content = sampleContent(['One.'], [text], [{ source: [0], target: [0] }]);
  const editor = new Editor(sampleInfo(kind), content, silent().transport, new MemoryStorage());
  activate(editor, uuid(1));
  return editor;
}

const press = (editor: Editor, ...keys: ActionId[]) => {
  for (const key of keys) run(editor, key);
};

const texts = ({ state }: Editor) =>
  state.doc.order.map((id) => sideText(state.doc, rowOf(state.doc, id), 'target').trim());

it('starts in the middle, walks word by word, stops at the ends, and splits a talk into two spans', () => {
  const editor = opened('one two three four');
  press(editor, 'caret');
  const { stops, at } = editor.state.caret ?? { stops: [], at: -1 };
  expect([stops.length, at]).toEqual([3, 1]);
  press(editor, 'caret_left', 'caret_left', 'caret_left');
  expect(editor.state.caret?.at).toBe(0);
  press(editor, 'caret_right', 'caret_right', 'caret_right', 'caret_right');
  expect(editor.state.caret?.at).toBe(2);
  press(editor, 'caret_split');
  expect(editor.state.caret).toBeNull();
  expect(texts(editor)).toEqual(['one two three', 'four']);
  editor.close();
});

it('goes to the left on the screen, which in Arabic is towards the end', () => {
  const editor = opened('واحد اثنان ثلاثة أربعة');
  press(editor, 'caret', 'caret_left');
  expect(editor.state.caret?.at).toBe(2);
  press(editor, 'caret_right', 'caret_right');
  expect(editor.state.caret?.at).toBe(0);
  editor.close();
});

it('is left without a split, and is not offered in one word', () => {
  const editor = opened('one two');
  press(editor, 'caret', 'caret_leave');
  expect(editor.state.caret).toBeNull();
  expect(texts(editor)).toEqual(['one two']);
  editor.close();
  const single = opened('one');
  press(single, 'caret');
  expect(single.state.caret).toBeNull();
  expect(single.state.notice.text).toBe('There is nothing to split here.');
  single.close();
});
