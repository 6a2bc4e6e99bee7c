import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleDoc, uuid } from '../testing/sample';
import { apply, type Change, InvalidStep } from './apply';
import { type Doc, findChip, numberOf, rowOf } from './document';
import * as gestures from './gestures';
import { type Gesture, isRefusal, operation } from './plan';
import { countPieces, crossings, shapeOf } from './shape';
import { chipText, sideText } from './text';
import type { Operation, Row } from './types';

/** Applies gestures one after another, remembering what each changed, as the page does. */
class Bench {
  readonly changes = new Map<string, Change>();
  constructor(public doc: Doc) {}

  do(gesture: Gesture): Operation | null {
    if (isRefusal(gesture)) return null;
    this.run(gesture.operation);
    return gesture.operation;
  }

  run(op: Operation): void {
    const { doc, change } = apply(this.doc, op, (id) => this.changes.get(id));
    this.changes.set(op.id, change);
    this.doc = doc;
  }

  undo(): boolean {
    const gesture = gestures.turn(this.doc, 'undo', [...this.doc.rows.keys()]);
    if (isRefusal(gesture)) return false;
    this.run(gesture.operation);
    return true;
  }

  redo(): boolean {
    const gesture = gestures.turn(this.doc, 'redo', [...this.doc.rows.keys()]);
    if (isRefusal(gesture)) return false;
    this.run(gesture.operation);
    return true;
  }

  row(n: number): Row {
    return rowOf(this.doc, this.doc.order[n - 1] as string);
  }

  texts(n: number): [string, string] {
    const { source, target } = this.row(n);
    const { sourceUnits, targetUnits, sourceLanguage, targetLanguage } = this.doc;
    return [sideText(source, sourceUnits, sourceLanguage), sideText(target, targetUnits, targetLanguage)];
  }
}

const small = () =>
  new Bench(
    sampleDoc(
      ['One.', 'Two.', 'Three.', 'Four.'],
      ['いち。', 'に。', '二つ👩🏽‍🔬目。', 'さん。', 'し。'],
      [
        { source: [0], target: [0] },
        { source: [1], target: [1, 2] },
        { source: [2], target: [3] },
        { source: [3], target: [4] },
      ],
    ),
  );

/** Everything but versions, which count operations and are not undone. */
function contents(doc: Doc): unknown {
  return {
    state: doc.state,
    rows: doc.order.map((id) => {
      const { version: _, ...row } = rowOf(doc, id);
      return row;
    }),
  };
}

describe('gestures', () => {
  it('moves the last chunk down and the first up, and undoes both', () => {
    const bench = small();
    const start = contents(bench.doc);
    bench.do(gestures.moveChip(bench.doc, uuid(2), null, 1));
    expect(bench.texts(2)).toEqual(['Two.', 'に。']);
    expect(bench.texts(3)).toEqual(['Three.', '二つ👩🏽‍🔬目。さん。']);
    expect(bench.row(2).edited && bench.row(3).edited).toBe(true);
    bench.do(gestures.moveChip(bench.doc, uuid(2), null, -1));
    expect(bench.texts(1)).toEqual(['One.', 'いち。に。']);
    expect(shapeOf(bench.row(2)).empty).toBe('drop');
    expect(bench.undo() && bench.undo()).toBe(true);
    expect(contents(bench.doc)).toEqual(start);
  });

  it('gives the only chunk of a one-sided row away and the row goes; undo brings it back', () => {
    const bench = small();
    bench.do(gestures.ownRow(bench.doc, uuid(2), null));
    expect(bench.doc.order).toHaveLength(5);
    const own = bench.row(3);
    expect(own.source).toEqual([]);
    const gesture = gestures.moveChip(bench.doc, own.id, own.target[0]?.id ?? '', 1);
    expect(gesture).toMatchObject({ focus: { row: uuid(3) } });
    bench.do(gesture);
    expect(bench.doc.order).toHaveLength(4);
    bench.undo();
    expect(numberOf(bench.doc, own.id)).toBe(3);
    expect(bench.row(3).version).toBe(own.version + 2);
  });

  it('refuses at the edges with a sentence', () => {
    const bench = small();
    expect(gestures.moveChip(bench.doc, uuid(1), null, -1)).toEqual({ refused: 'This is the first row.' });
    expect(gestures.merge(bench.doc, [uuid(4)])).toHaveProperty('refused');
    expect(gestures.splitRow(bench.doc, uuid(1), null)).toHaveProperty('refused');
    expect(gestures.swapTargets(bench.doc, uuid(4))).toHaveProperty('refused');
  });

  it('merges rows with their post-edits and tags, and splits a row in proportion', () => {
    const bench = small();
    bench.do(gestures.postEdit(bench.doc, uuid(2), '二。', false));
    bench.do(gestures.set(bench.doc, 'tag', [uuid(3)], { tags: ['mis-translation'] }));
    bench.do(gestures.merge(bench.doc, [uuid(2)]));
    expect(bench.texts(2)).toEqual(['Two. Three.', 'に。二つ👩🏽‍🔬目。さん。']);
    expect(bench.row(2)).toMatchObject({ post_edit: '二。さん。', tags: ['mis-translation'] });
    bench.do(gestures.splitRow(bench.doc, uuid(2), null));
    expect([bench.texts(2), bench.texts(3)]).toEqual([
      ['Two.', 'に。二つ👩🏽‍🔬目。'],
      ['Three.', 'さん。'],
    ]);
  });

  it('swaps targets, borrows the next chunk, makes rows null with a reason and takes the reason away again', () => {
    const bench = small();
    bench.do(gestures.swapTargets(bench.doc, uuid(3)));
    expect(bench.texts(3)).toEqual(['Three.', 'し。']);
    expect(crossings(bench.doc)).toEqual(
      new Map([
        [uuid(3), uuid(4)],
        [uuid(4), uuid(3)],
      ]),
    );
    bench.undo();
    bench.do(gestures.borrow(bench.doc, uuid(1)));
    expect(bench.texts(1)).toEqual(['One.', 'いち。に。']);
    bench.do(gestures.makeNull(bench.doc, [uuid(4)], 'omission'));
    expect(bench.row(4)).toMatchObject({ target: [], null_reason: 'omission' });
    expect(bench.row(5)).toMatchObject({ source: [] });
    bench.do(gestures.moveChip(bench.doc, bench.row(5).id, null, -1));
    expect(bench.row(4)).toMatchObject({ null_reason: '' });
    expect(bench.doc.order).toHaveLength(4);
  });

  it('splits text at code points, never inside an emoji, and joins the halves to one chip again', () => {
    const bench = small();
    const before = bench.row(2).target[1];
    bench.do(gestures.splitText(bench.doc, uuid(2), before?.id ?? '', 6));
    const halves = bench.row(2).target.slice(1);
    expect(halves.map((chip) => chipText(chip, bench.doc.targetUnits))).toEqual(['二つ👩🏽‍🔬', '目。']);
    expect(sideText(bench.row(2).target, bench.doc.targetUnits, 'ja')).toBe('に。二つ👩🏽‍🔬目。');
    bench.do(gestures.joinText(bench.doc, uuid(2), before?.id ?? ''));
    expect(bench.row(2).target[1]).toEqual(before);
    bench.do(gestures.joinText(bench.doc, uuid(2), bench.row(2).target[0]?.id ?? ''));
    expect(bench.row(2).target.map((chip) => chip.joined)).toEqual([false, true]);
    expect(countPieces(bench.row(2).target)).toBe(1);
    expect(shapeOf(bench.row(2)).oneToOne).toBe(true);
    bench.do(gestures.joinText(bench.doc, uuid(2), bench.row(2).target[0]?.id ?? ''));
    expect(bench.row(2).target.map((chip) => chip.joined)).toEqual([false, false]);
  });

  it('removes and restores a chunk; the text goes and comes back', () => {
    const bench = small();
    const chip = bench.row(2).target[0]?.id ?? '';
    bench.do(gestures.setRemoved(bench.doc, uuid(2), [chip], true));
    expect(bench.texts(2)[1]).toBe('二つ👩🏽‍🔬目。');
    bench.do(gestures.setRemoved(bench.doc, uuid(2), [chip], false));
    expect(bench.texts(2)[1]).toBe('に。二つ👩🏽‍🔬目。');
    expect(gestures.setRemoved(bench.doc, uuid(2), [bench.row(2).source[0]?.id ?? ''], true)).toHaveProperty('refused');
  });

  it('undoes submit, and a new edit forgets what could be redone', () => {
    const bench = small();
    bench.do(gestures.submit(bench.doc, true));
    expect(bench.doc.state).toBe('submitted');
    bench.undo();
    expect(bench.doc.state).toBe('open');
    expect(bench.redo()).toBe(true);
    expect(bench.doc.state).toBe('submitted');
    bench.undo();
    bench.do(gestures.accept(bench.doc, [uuid(1)]));
    expect(bench.redo()).toBe(false);
  });

  it('leaves the version of a row alone when setting what is set already', () => {
    const bench = small();
    bench.do(gestures.accept(bench.doc, [uuid(1)]));
    bench.do(gestures.accept(bench.doc, [uuid(1)]));
    expect(bench.row(1).version).toBe(2);
  });
});

describe('talks about a paper', () => {
  const talk = () =>
    new Bench(
      sampleDoc(
        ['Alpha.', 'Beta.', 'Gamma.'],
        ['so alpha is this', 'um', 'and beta then gamma'],
        [
          { source: [0], target: [0] },
          { source: [], target: [1] },
          { source: [1], target: [2] },
        ],
        'paper_talk',
      ),
    );

  it('reassigns, splits a span at a word into two spans of one sentence, joins spans, and undoes to the start', () => {
    const bench = talk();
    const start = contents(bench.doc);
    bench.do(gestures.reassign(bench.doc, uuid(2), 2));
    expect(bench.texts(2)).toEqual(['Gamma.', 'um']);
    bench.do(gestures.splitText(bench.doc, uuid(3), bench.row(3).target[0]?.id ?? '', 9));
    expect([bench.texts(3), bench.texts(4)]).toEqual([
      ['Beta.', 'and beta'],
      ['Beta.', 'then gamma'],
    ]);
    bench.do(gestures.reassign(bench.doc, bench.row(4).id, 2));
    bench.do(gestures.merge(bench.doc, [uuid(1)]));
    expect(bench.texts(1)).toEqual(['Alpha.', 'so alpha is this um']);
    bench.do(gestures.reassign(bench.doc, uuid(1), null));
    expect(shapeOf(bench.row(1)).empty).toBe('null');
    while (bench.undo());
    expect(contents(bench.doc)).toEqual(start);
  });

  it('finds where the speaker jumps back', () => {
    const bench = talk();
    bench.do(gestures.reassign(bench.doc, uuid(2), 2));
    expect(crossings(bench.doc)).toEqual(new Map([[uuid(3), uuid(2)]]));
  });
});

describe('steps the server refuses are refused here', () => {
  const bench = small();
  const [a, b] = [bench.row(1), bench.row(2)];
  const ids = (row: Row) => ({ source: row.source.map((c) => c.id), target: row.target.map((c) => c.id) });
  it.each([
    ['a chip left out', { type: 'regroup', groups: [{ row: a.id, ...ids(a), target: [] }], emptied: [] }],
    [
      'a chip from elsewhere',
      {
        type: 'regroup',
        groups: [{ row: a.id, source: ids(a).source, target: [...ids(a).target, ids(b).target[0]] }],
        emptied: [],
      },
    ],
    [
      'an empty group',
      {
        type: 'regroup',
        groups: [
          { row: a.id, source: [...ids(a).source, ...ids(b).source], target: [...ids(a).target, ...ids(b).target] },
          { row: b.id, source: [], target: [] },
        ],
        emptied: [],
      },
    ],
    ['a split at the end', { type: 'split_chip', chip: ids(a).target[0], at: 3, new_chip: uuid(99) }],
    ['a removed source', { type: 'set_chips', chips: ids(a).source, removed: true }],
    ['a join across rows', { type: 'join_chips', chips: [ids(a).target[0], ids(b).target[0]] }],
    ['reassigning in a bitext', { type: 'reassign', row: a.id, source: [0], chips: [uuid(98)] }],
  ])('%s', (_, step) => {
    const op = operation(bench.doc, 'x', [step as never], [a.id, b.id]);
    expect(() => apply(bench.doc, op, () => undefined)).toThrow(InvalidStep);
  });
});

const pickers = [
  'up',
  'down',
  'own',
  'borrow',
  'bring',
  'merge',
  'split',
  'swap',
  'null',
  'remove',
  'restore',
  'cut',
  'join',
  'accept',
  'label',
  'undo',
  'redo',
  'reassign',
  'none',
] as const;

function random(doc: Doc, kind: (typeof pickers)[number], r: number, c: number, at: number): Gesture | 'undo' | 'redo' {
  const row = rowOf(doc, doc.order[r % doc.order.length] as string);
  const chips = [...row.source, ...row.target];
  const chip = c % (chips.length + 1) === 0 ? null : (chips[c % chips.length]?.id ?? null);
  const any = chip ?? (chips[0]?.id as string);
  const far = rowOf(doc, doc.order[(r + c) % doc.order.length] as string);
  switch (kind) {
    case 'up':
      return gestures.moveChip(doc, row.id, chip, -1);
    case 'down':
      return gestures.moveChip(doc, row.id, chip, 1);
    case 'own':
      return doc.kind === 'bitext' ? gestures.ownRow(doc, row.id, chip) : { refused: '' };
    case 'borrow':
      return gestures.borrow(doc, row.id);
    case 'bring':
      return far.target[0] ? gestures.bring(doc, row.id, far.target[0].id) : { refused: '' };
    case 'merge':
      return gestures.merge(doc, [row.id]);
    case 'split':
      return gestures.splitRow(doc, row.id, doc.kind === 'bitext' ? chip : null);
    case 'swap':
      return doc.kind === 'bitext' ? gestures.swapTargets(doc, row.id) : { refused: '' };
    case 'null':
      return gestures.makeNull(doc, [row.id], 'omission');
    case 'remove':
    case 'restore':
      return gestures.setRemoved(doc, row.id, [any], kind === 'remove');
    case 'cut': {
      const found = findChip(doc.rows, any);
      return gestures.splitText(
        doc,
        row.id,
        any,
        1 + (at % Math.max(1, (found?.chip.end ?? 0) - (found?.chip.start ?? 0))),
      );
    }
    case 'join':
      return gestures.joinText(doc, row.id, chip);
    case 'accept':
      return gestures.accept(doc, [row.id], gestures.undecidedAbove(doc, row.id));
    case 'label':
      return gestures.set(doc, 'label', [row.id], { good_mt: at % 2 === 0 });
    case 'reassign':
      return gestures.reassign(doc, row.id, at % doc.sourceUnits.length);
    case 'none':
      return doc.kind === 'paper_talk' ? gestures.reassign(doc, row.id, null) : { refused: '' };
    default:
      return kind;
  }
}

/** Each code point of each target once; of each source once in a bitext; no row empty; order is by position. */
function checkInvariants(doc: Doc): void {
  for (const side of ['source', 'target'] as const) {
    if (side === 'source' && doc.kind === 'paper_talk') continue;
    const units = side === 'source' ? doc.sourceUnits : doc.targetUnits;
    const pieces = [...doc.rows.values()]
      .flatMap((row) => row[side])
      .sort((a, b) => a.unit - b.unit || a.start - b.start);
    const text = units.map((unit) =>
      pieces
        .filter((p) => p.unit === unit.position)
        .map((p) => chipText(p, units))
        .join(''),
    );
    expect(text).toEqual(units.map((unit) => unit.text));
    expect(new Set(pieces.map((piece) => piece.id)).size).toBe(pieces.length);
  }
  for (const row of doc.rows.values()) {
    expect(row.source.length + row.target.length).toBeGreaterThan(0);
    expect(row.source[0]?.joined || row.target[0]?.joined).toBeFalsy();
  }
  expect(doc.order).toEqual([...doc.rows.values()].sort((a, b) => a.position - b.position).map((row) => row.id));
}

describe.each(['bitext', 'paper_talk'] as const)('any sequence of gestures on a %s', (kind) => {
  it('keeps every character in its place, and undoing all gives the start', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...pickers), fc.nat(30), fc.nat(9), fc.nat(9)), { maxLength: 40 }),
        (moves) => {
          const bench = new Bench(
            sampleDoc(
              ['One two.', 'Three.', 'عربي.', 'x'],
              ['いち🙂に。', 'e\u0301a', 'さん。', '👩🏽‍🔬', 'n'],
              kind === 'bitext'
                ? [
                    { source: [0], target: [0] },
                    { source: [1, 2], target: [1] },
                    { source: [], target: [2] },
                    { source: [3], target: [3, 4] },
                  ]
                : [
                    { source: [0], target: [0] },
                    { source: [0], target: [1] },
                    { source: [], target: [2] },
                    { source: [3], target: [3, 4] },
                  ],
              kind,
            ),
          );
          const start = contents(bench.doc);
          for (const [picker, r, c, at] of moves) {
            const gesture = random(bench.doc, picker, r, c, at);
            if (gesture === 'undo') bench.undo();
            else if (gesture === 'redo') bench.redo();
            else {
              try {
                bench.do(gesture);
              } catch (error) {
                // Joining a removed half to one that stands is the only plan the steps may refuse.
                if (!(error instanceof InvalidStep) || !error.message.includes('removed')) throw error;
              }
            }
            checkInvariants(bench.doc);
          }
          const end = contents(bench.doc);
          let n = 0;
          while (bench.undo()) n += 1;
          expect(contents(bench.doc)).toEqual(start);
          for (; n > 0; n -= 1) bench.redo();
          expect(contents(bench.doc)).toEqual(end);
        },
      ),
      { numRuns: 400 },
    );
  });
});
