import { expect, it } from 'vitest';
import { framesOf, pageOf } from '../model/deck';
import { rowOf } from '../model/document';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, sampleInfo, uuid } from '../testing/sample';
import { silent } from '../testing/silent';
import { run } from './commands';
import { Editor } from './editor';
import { openFrame } from './pageChoice';

/** Pages 1, 2, 2, none, 1; page 3 is never shown. */
function opened(row: number): Editor {
  const pages = [0, 1, 1, null, 0];
  const content = sampleContent(
    ['One', 'Two', 'Three'],
    ['a', 'b', 'c', 'd', 'e'],
    pages.map((page, at) => ({ source: page === null ? [] : [page], target: [at] })),
  );
  const editor = new Editor(sampleInfo('slides_talk'), content, silent().transport, new MemoryStorage());
  editor.set({ active: uuid(row) });
  return editor;
}

const pages = ({ state: { doc } }: Editor) =>
  doc.order.map((id) => pageOf(doc, rowOf(doc, id).source[0]?.unit)?.number ?? null);

it('goes through the pages of the deck, and takes the one shown for the row', () => {
  const editor = opened(3);
  run(editor, 'to_deck');
  expect(editor.state.paperCursor).toBe(1);
  run(editor, 'deck_next');
  run(editor, 'deck_next');
  expect(editor.state.paperCursor).toBe(2);
  const { focus } = editor.state;
  run(editor, 'deck_choose');
  expect(pages(editor)).toEqual([1, 2, 3, null, 1]);
  expect(editor.state).toMatchObject({ paperCursor: null, focus: focus + 1, active: uuid(3) });
  run(editor, 'undo');
  expect(pages(editor)).toEqual([1, 2, 2, null, 1]);
});

it('takes no slide, or leaves the row as it was', () => {
  const editor = opened(2);
  run(editor, 'to_deck');
  run(editor, 'deck_back');
  expect([pages(editor)[1], editor.state.paperCursor]).toEqual([2, null]);
  run(editor, 'to_deck');
  run(editor, 'deck_none');
  expect([pages(editor)[1], editor.state.paperCursor]).toEqual([null, null]);
  run(editor, 'no_slide');
  expect(editor.state.notice.text).toBe('This stretch already has no slide.');
});

it('walks from showing to showing where nothing is being chosen', () => {
  const editor = opened(1);
  const walked = (...actions: ('deck_next' | 'deck_previous')[]) => {
    for (const action of actions) run(editor, action);
    return editor.state.doc.order.indexOf(editor.state.active ?? '') + 1;
  };
  expect(walked('deck_next')).toBe(2);
  expect(walked('deck_next')).toBe(5);
  expect(walked('deck_next')).toBe(5);
  expect(walked('deck_previous')).toBe(2);
  editor.set({ active: uuid(3) });
  expect(walked('deck_previous')).toBe(1);
});

it('a click goes to the rows of a page, or takes it where one chooses; a page that is never shown is looked at', () => {
  const editor = opened(1);
  const [one, two, three, again] = framesOf(editor.state.doc);
  if (!one || !two || !three || !again) throw new Error('four frames');
  openFrame(editor, again);
  expect(editor.state.active).toBe(uuid(5));
  openFrame(editor, three);
  expect([editor.state.active, editor.state.paperCursor, pages(editor)[4]]).toEqual([uuid(5), 2, 1]);
  openFrame(editor, two);
  expect([editor.state.paperCursor, pages(editor)[4]]).toEqual([null, 2]);
});
