import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bench, contents, small } from '../testing/bench';
import { sampleDoc, uuid } from '../testing/sample';
import { apply, InvalidStep } from './apply';
import { type Doc, findChip, rowOf } from './document';
import { type Gesture, operation } from './gesture';
import * as gestures from './gestures';
import { chipText } from './text';
import type { Row } from './types';

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
      // The same sequences at every run, unless new ones are asked for.
      process.env.LECTERN_EXPLORE ? { numRuns: 400 } : { numRuns: 400, seed: 1 },
    );
  });
});
