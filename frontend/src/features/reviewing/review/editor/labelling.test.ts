import { expect, it } from 'vitest';
import { rowOf } from '../model/document';
import { MemoryStorage } from '../sending/storage';
import { label, sampleContent, sampleInfo, sampleLabels, uuid } from '../testing/sample';
import { silent } from '../testing/silent';
import { run } from './commands';
import { Editor } from './editor';
import { activate } from './navigation';

const labels = [
  ...sampleLabels,
  label('fluent', 'yes_no', [], { name: 'Fluent', shortcut: 6 }),
  label('issues', 'tags', ['names', 'numbers'], { name: 'Issues', shortcut: 7, applies_to: 'linked' }),
];

function opened(): Editor {
  const content = sampleContent(
    ['One.', 'Two.'],
    ['いち。', 'に。'],
    [
      { source: [0], target: [0] },
      { source: [], target: [1] },
    ],
  );
  return new Editor(sampleInfo('bitext', { labels }), content, silent().transport, new MemoryStorage());
}

const valuesOf = (editor: Editor) => editor.state.doc.order.map((id) => rowOf(editor.state.doc, id).labels.fluent);

it('goes from yes to no to not set, on all selected rows at once', () => {
  const editor = opened();
  activate(editor, uuid(1));
  editor.set({ anchor: uuid(2) });
  for (const [value, word] of [
    [true, 'yes'],
    [false, 'no'],
    [undefined, 'not set'],
  ] as const) {
    run(editor, 'own_label_6');
    expect(valuesOf(editor)).toEqual([value, value]);
    expect(editor.state.notice.text).toBe(`Fluent: ${word}.`);
  }
  editor.close();
});

it('offers the values of a label that has several, on rows that it applies to', () => {
  const editor = opened();
  activate(editor, uuid(2));
  run(editor, 'own_label_7');
  expect(editor.state.opened).toBeNull();
  expect(editor.state.notice.text).toBe('“Issues” does not apply to this row.');
  activate(editor, uuid(1));
  run(editor, 'own_label_7');
  expect(editor.state.opened).toEqual({ row: uuid(1), part: 'labels', label: 'issues' });
  editor.close();
});

it('says so where no label is on the digit', () => {
  const editor = opened();
  activate(editor, uuid(1));
  run(editor, 'own_label_9');
  expect(editor.state.notice.text).toBe('No label of this project is on 9.');
  editor.close();
});
