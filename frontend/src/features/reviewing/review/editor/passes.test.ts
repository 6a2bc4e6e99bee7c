import { describe, expect, it } from 'vitest';
import { rowOf } from '../model/document';
import { everything } from '../model/filters';
import type { Operation } from '../model/types';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, sampleInfo, uuid } from '../testing/sample';
import { silent } from '../testing/silent';
import { run } from './commands';
import { Editor } from './editor';
import { activate, toggle } from './navigation';
import { acceptWords } from './passes';
import { selected } from './view';

function opened(n: number, accepted: readonly number[] = []): { editor: Editor; sent: Operation[] } {
  const { transport, sent } = silent();
  const numbers = Array.from({ length: n }, (_, at) => at);
  const content = sampleContent(
    numbers.map((at) => `Sentence ${at}.`),
    numbers.map((at) => `文${at}。`),
    numbers.map((at) => ({
      source: [at],
      target: [at],
      status: accepted.includes(at + 1) ? ('accepted' as const) : ('proposed' as const),
    })),
  );
  return { editor: new Editor(sampleInfo('bitext'), content, transport, new MemoryStorage()), sent };
}

const at = ({ state }: Editor) => state.doc.order.indexOf(state.active ?? '') + 1;

describe('Enter', () => {
  it('goes to the next unreviewed row in a first pass, and says so', () => {
    const { editor } = opened(5, [2, 3]);
    activate(editor, uuid(1));
    expect(acceptWords(editor.state)).toBe('accept, next unreviewed');
    run(editor, 'accept_next');
    expect(at(editor)).toBe(4);
    editor.close();
  });

  it('follows the order of the talk on a second pass, past what was confirmed in it', () => {
    const { editor } = opened(6, [1, 2, 3, 5, 6]);
    activate(editor, uuid(1));
    expect(acceptWords(editor.state)).toBe('confirm, next row');
    run(editor, 'accept_next');
    expect(at(editor)).toBe(2);
    activate(editor, uuid(3));
    run(editor, 'accept_next');
    expect(at(editor)).toBe(4);
    activate(editor, uuid(2));
    expect(acceptWords(editor.state)).toBe('confirm, next in this pass');
    run(editor, 'accept_next');
    expect(at(editor)).toBe(4);
    run(editor, 'accept_next');
    expect(at(editor)).toBe(5);
    editor.close();
  });

  it('takes up the first pass again when somebody looks for unreviewed rows', () => {
    const { editor } = opened(6, [1, 2, 3, 5]);
    activate(editor, uuid(1));
    run(editor, 'accept_next');
    run(editor, 'next_unreviewed');
    run(editor, 'accept_next');
    expect(at(editor)).toBe(6);
    editor.close();
  });

  it('stays at the end and says what is left above', () => {
    const { editor } = opened(3);
    activate(editor, uuid(3));
    run(editor, 'accept_next');
    expect(at(editor)).toBe(3);
    expect(editor.state.notice.text).toBe('No unreviewed row below. 2 are left above.');
    editor.close();
  });
});

describe('a selection', () => {
  it('of all rows shown leaves their neighbours out', () => {
    const { editor } = opened(5, [2, 3, 4]);
    editor.setView({ ...everything, filters: ['unreviewed'], neighbours: true });
    run(editor, 'select_all');
    expect(selected(editor.state)).toEqual([uuid(1), uuid(5)]);
    editor.close();
  });

  it('goes from the active row to an end, and ends with Escape or a move', () => {
    const { editor } = opened(5);
    activate(editor, uuid(3));
    run(editor, 'select_to_end');
    expect(selected(editor.state)).toEqual([3, 4, 5].map(uuid));
    run(editor, 'escape');
    expect(selected(editor.state)).toEqual([uuid(3)]);
    run(editor, 'select_to_start');
    expect(selected(editor.state)).toEqual([1, 2, 3].map(uuid));
    run(editor, 'next');
    expect(selected(editor.state)).toEqual([uuid(4)]);
    editor.close();
  });

  it('takes single rows in and out', () => {
    const { editor } = opened(5);
    activate(editor, uuid(1));
    toggle(editor, uuid(4));
    expect(selected(editor.state)).toEqual([uuid(1), uuid(4)]);
    toggle(editor, uuid(1));
    expect(selected(editor.state)).toEqual([uuid(4)]);
    editor.close();
  });

  it('of many rows is accepted only after a look at what they are', () => {
    const { editor } = opened(30);
    run(editor, 'select_all');
    run(editor, 'accept_next');
    expect(editor.state.dialog).toBe('accept_many');
    expect(rowOf(editor.state.doc, uuid(1)).status).toBe('proposed');
    editor.close();
  });
});
