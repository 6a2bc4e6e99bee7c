/**
 * Every edit that the keys make on rows: what becomes of the rows, by how many operations, and that undo leads back.
 * That the server does the same is tests/contract/steps; that keys and clicks get this far is tests/e2e.
 */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultSettings, KeyMap, scopesAt } from '../keys/dispatch';
import { type Doc, rowOf } from '../model/document';
import type { Chip, Row, Unit } from '../model/types';
import { MemoryStorage } from '../sending/storage';
import { contents } from '../testing/bench';
import { uuid } from '../testing/sample';
import { Server } from '../testing/server';
import { bitext, talk } from '../testing/texts';
import { run } from './commands';
import { Editor } from './editor';
import { activate } from './navigation';

/** Chords pressed on the row with a number. */
interface Edit {
  row: number;
  keys: string;
  /** Rows that come in the place of the first `was` rows from `row` + `offset` on. */
  was?: number;
  rows?: readonly string[];
  offset?: number;
  /** Of the rows from `row` to `until` afterwards. */
  fields?: Partial<Row>;
  until?: number;
  operations?: number;
}

const onBitext: Readonly<Record<string, Edit>> = {
  'accept, next': { row: 1, keys: 'Enter', fields: { status: 'accepted' } },
  'accept, stay': { row: 2, keys: 'Shift+Enter', fields: { status: 'accepted' } },
  'accept, and back': { row: 2, keys: 'Shift+Enter Backspace', operations: 2, fields: { status: 'proposed' } },
  'good alignment yes': { row: 2, keys: 'a', fields: { good_align: true } },
  'good alignment no': { row: 2, keys: 'Shift+a', fields: { good_align: false } },
  'good translation yes': { row: 2, keys: 't', fields: { good_mt: true } },
  'good translation no': { row: 2, keys: 'Shift+t', fields: { good_mt: false } },
  flag: { row: 3, keys: 'f', fields: { flagged: true } },
  'flag, unflag': { row: 3, keys: 'f Shift+f', operations: 2, fields: { flagged: false } },
  null: { row: 7, keys: 'd Escape', was: 1, rows: ['6 | ', ' | 8'] },
  'last chip down': { row: 2, keys: 'Shift+j', was: 2, rows: ['1 | 1', '2 | 2 3 4 5'] },
  'first chip up': { row: 3, keys: 'Shift+k', offset: -1, was: 2, rows: ['1 | 1 2 3', '2 | 4 5'] },
  'chosen chip down': { row: 3, keys: 'End ArrowLeft Alt+ArrowDown', was: 2, rows: ['2 | 3 5', '3 4 | 4 6'] },
  'chosen source up': { row: 4, keys: 'Home Alt+ArrowUp', offset: -1, was: 2, rows: ['2 3 | 3 4 5', '4 | 6'] },
  'the only chip leaves': { row: 6, keys: 'Shift+j', was: 2, rows: ['6 | 7 8'] },
  remove: { row: 3, keys: 'Home ArrowRight ArrowRight x', was: 1, rows: ['2 | 3 (4) 5'] },
  'remove by Delete': { row: 3, keys: 'Home ArrowRight ArrowRight Delete', was: 1, rows: ['2 | 3 (4) 5'] },
  'remove, put back': { row: 3, keys: 'End x Shift+x', operations: 2 },
  'last to its own row': { row: 3, keys: 'End o', was: 1, rows: ['2 | 3 4', ' | 5'] },
  'first to its own row': { row: 3, keys: 'Home ArrowRight o', was: 1, rows: [' | 3', '2 | 4 5'] },
  'source to its own row': { row: 4, keys: 'Home ArrowRight o', was: 1, rows: ['3 | 6', '4 | '] },
  borrow: { row: 7, keys: 'b', was: 3, rows: ['6 | 8 9', '7 | 10', '8 | '] },
  'swap, uncrossing': { row: 8, keys: 'v', was: 2, rows: ['7 | 9', '8 | 10'] },
  merge: { row: 1, keys: 'm', was: 2, rows: ['0 1 | 0 1 2'] },
  'merge three': {
    row: 1,
    keys: 'Shift+ArrowDown Shift+ArrowDown m',
    was: 3,
    rows: ['0 1 2 | 0 1 2 3 4 5'],
  },
  split: { row: 3, keys: 's', was: 1, rows: ['2 | 3 4', ' | 5'] },
  'split here': { row: 3, keys: 'Home ArrowRight ArrowRight s', was: 1, rows: ['2 | 3', ' | 4 5'] },
  'split sources': { row: 4, keys: 's', was: 1, rows: ['3 | 6', '4 | '] },
  'join text': { row: 3, keys: 'Home ArrowRight Shift+m', was: 1, rows: ['2 | 3 +4 5'] },
  'join, take the seam away': { row: 3, keys: 'Home ArrowRight Shift+m Shift+m', operations: 2 },
  'split text': { row: 1, keys: 'End Shift+s ArrowLeft Enter', was: 1, rows: ['0 | 0[0:5] 0[5:11]'] },
  'split text, rejoin': { row: 1, keys: 'End Shift+s Enter ArrowLeft Shift+m', operations: 2 },
  'accept three': {
    row: 1,
    keys: 'Shift+ArrowDown Shift+ArrowDown Enter',
    until: 3,
    fields: { status: 'accepted' },
  },
  'label three': { row: 1, keys: 'Shift+ArrowDown Shift+ArrowDown a', until: 3, fields: { good_align: true } },
};

const onTalk: Readonly<Record<string, Edit>> = {
  'accept, next': { row: 1, keys: 'Enter', fields: { status: 'accepted' } },
  'second candidate': { row: 3, keys: '2', was: 1, rows: ['3 | 3[0:16]'] },
  'third candidate': { row: 3, keys: '3', was: 1, rows: ['4 | 3[0:16]'] },
  'fourth candidate': { row: 3, keys: '4', was: 1, rows: ['7 | 3[0:16]'] },
  'fifth candidate': { row: 3, keys: '5', was: 1, rows: ['0 | 3[0:16]'] },
  'no sentence': { row: 1, keys: '0', was: 1, rows: [' | 0'] },
  null: { row: 1, keys: 'd', was: 1, rows: [' | 0'] },
  'join spans': { row: 1, keys: 'm', was: 2, rows: ['0 | 0 1 2'] },
  'join, the sentence stays': { row: 6, keys: 'm', was: 2, rows: ['8 | 6 7'] },
  'split at a word': { row: 1, keys: 'Shift+s Enter', was: 1, rows: ['0 | 0[0:18]', '0 | 0[18:34]'] },
  'split between segments': { row: 2, keys: 's', was: 1, rows: ['1 | 1', '1 | 2'] },
  'segment down': { row: 2, keys: 'Shift+j', was: 2, rows: ['1 | 1', '2 | 2 3[0:16]'] },
  'segment up': { row: 4, keys: 'Shift+k', offset: -1, was: 2, rows: ['2 | 3[0:16] 3[16:32]', '3 | 4'] },
  borrow: { row: 1, keys: 'b', was: 2, rows: ['0 | 0 1', '1 | 2'] },
  remove: { row: 2, keys: 'End x', was: 1, rows: ['1 | 1 (2)'] },
  'join text': { row: 2, keys: 'Home Shift+m', was: 1, rows: ['1 | 1 +2'] },
};

let editor: Editor;
afterEach(() => editor.close());

/** Rows as `sources | targets`: `1 | 1 (2) +3 4[0:7]` has 2 removed, 3 joined to what is before, 4 cut. */
function shapes(doc: Doc): string[] {
  const piece = (units: readonly Unit[]) => (chip: Chip) => {
    const isWhole = chip.start === 0 && chip.end === units[chip.unit]?.text.length;
    const text = `${chip.joined ? '+' : ''}${chip.unit}${isWhole ? '' : `[${chip.start}:${chip.end}]`}`;
    return chip.removed ? `(${text})` : text;
  };
  return doc.order.map((id) => {
    const { source, target } = rowOf(doc, id);
    return [source.map(piece(doc.sourceUnits)), target.map(piece(doc.targetUnits))]
      .map((side) => side.join(' '))
      .join(' | ');
  });
}

async function check(server: Server, edit: Edit): Promise<void> {
  editor = new Editor(server.info(1), server.content(), server.transport(1), new MemoryStorage());
  await editor.exchange.start();
  const { doc } = editor.state;
  const map = new KeyMap(defaultSettings, doc.kind, false);
  const press = (chord: string) => {
    const action = map.find(chord, scopesAt(null, { caret: editor.state.caret !== null, talk: doc.kind !== 'bitext' }));
    expect(action, chord).not.toBeNull();
    if (action) run(editor, action);
  };
  /** The page and the server say the same, by so many operations. */
  const saved = async (n: number) => {
    await vi.waitFor(() => expect(editor.state.queue).toMatchObject({ waiting: [], sending: 0 }), { interval: 2 });
    expect(server.doc.revision).toBe(n);
    expect(contents(editor.state.doc)).toEqual(contents(server.doc));
    return contents(server.doc);
  };
  const { row, keys, was = 0, rows = [], offset = 0, fields, until = row, operations = 1 } = edit;
  const start = await saved(0);
  activate(editor, uuid(row));
  for (const chord of keys.split(' ')) press(chord);
  const done = await saved(operations);
  expect(shapes(server.doc)).toEqual(shapes(doc).toSpliced(row - 1 + offset, was, ...rows));
  if (fields)
    for (const [at, id] of doc.order.entries()) {
      const isMeant = row <= at + 1 && at + 1 <= until;
      if (isMeant) expect(rowOf(server.doc, id)).toMatchObject(fields);
      else expect(rowOf(server.doc, id)).toEqual(rowOf(doc, id));
    }
  for (let n = 0; n < operations; n += 1) press('z');
  expect(await saved(2 * operations)).toEqual(start);
  for (let n = 0; n < operations; n += 1) press('Shift+z');
  expect(await saved(3 * operations)).toEqual(done);
}

describe('on a bitext', () => {
  it.each(Object.entries(onBitext))('%s', (_, edit) => check(new Server(bitext()), edit));
});

describe('on a talk', () => {
  it.each(Object.entries(onTalk))('%s', (_, edit) => check(new Server(talk(), 'paper_talk'), edit));
});
