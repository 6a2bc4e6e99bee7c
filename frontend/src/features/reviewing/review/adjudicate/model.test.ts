import { describe, expect, it } from 'vitest';
import { apply } from '../model/apply';
import { type Doc, open, rowOf } from '../model/document';
import { isRefusal } from '../model/gesture';
import type { Chip, LoggedRow, PairKind } from '../model/types';
import { sampleContent, sampleInfo, uuid } from '../testing/sample';
import { regionFilters } from './filters';
import {
  type Choice,
  compose,
  isSeen,
  linesOf,
  majority,
  partsOf,
  place,
  type Region,
  sameAs,
  saysOf,
  settle,
  takeAll,
  toShow,
} from './model';

let next = 5000;

function fresh(): number {
  next += 1;
  return next;
}

function row(
  source: readonly number[],
  target: readonly (number | readonly [number, number, number])[],
  over: Partial<LoggedRow> = {},
): LoggedRow {
  next += 1;
  const chips = (places: readonly (number | readonly [number, number, number])[]): Chip[] =>
    places.map((given) => {
      next += 1;
      const [unit, start, end] = typeof given === 'number' ? [given, 0, 10] : given;
      return { id: uuid(next), unit, start, end, removed: false, joined: false, is_key: false };
    });
  return {
    id: uuid(next + 100_000),
    position: next,
    version: 3,
    source: chips(source),
    target: chips(target),
    status: 'accepted',
    good_align: null,
    good_mt: null,
    flagged: false,
    tags: [],
    labels: {},
    null_reason: '',
    post_edit: null,
    overridden: [],
    decision_reason: '',
    edited: false,
    ...over,
  };
}

const withKey = (one: LoggedRow, unit: number): LoggedRow => ({
  ...one,
  target: one.target.map((chip) => ({ ...chip, is_key: chip.unit === unit })),
});

const text = 'ten points';

/** A review of rows that starts as the first review, and the region of them all. */
function begun(kind: PairKind, ...reviews: LoggedRow[][]): { doc: Doc; region: Region } {
  const texts = Array.from({ length: 6 }, () => text);
  const content = sampleContent(texts, texts, []);
  const rows = (reviews[0] ?? []).map((one, n) => {
    const own = (chips: readonly Chip[]) => chips.map((chip) => ({ ...chip, id: uuid(fresh()) }));
    return {
      ...one,
      id: uuid(n + 1),
      position: n + 1,
      version: 1,
      status: 'proposed' as const,
      confidence: null,
      features: {},
      verdicts: {},
      candidates: [],
      changed_at: null,
      n_comments: 0,
      source: own(one.source),
      target: own(one.target),
    };
  });
  const pieces = (side: 'source' | 'target') =>
    [...new Set(reviews.flat().flatMap((one) => one[side].map((chip) => chip.unit)))].map((unit) => [unit, 0, 10]);
  const region = {
    number: 1,
    parts: ['links', 'labels', 'text'],
    camps: reviews.map((_, n) => [n]),
    source: kind === 'bitext' ? pieces('source') : [],
    target: pieces('target'),
    rows: reviews,
  } as unknown as Region;
  return { doc: open(sampleInfo(kind, { kind: 'adjudication' }), { ...content, rows }), region };
}

function settled(doc: Doc, region: Region, choice: Choice | null, reason = ''): Doc {
  const ids = place(doc, [region]).rows.get(1) ?? [];
  const made = settle(doc, ids, choice && compose(region, choice), reason);
  if (isRefusal(made)) throw new Error(made.refused);
  return apply(doc, made.operation, () => undefined).doc;
}

const rowsIn = (doc: Doc) => doc.order.map((id) => rowOf(doc, id));

const cases: Record<string, [PairKind, LoggedRow[], LoggedRow[]]> = {
  'another label': ['bitext', [row([0], [0], { good_mt: true })], [row([0], [0], { good_mt: false, tags: ['x'] })]],
  'a chip in the other row': ['bitext', [row([0], [0, 1]), row([1], [2])], [row([0], [0]), row([1], [1, 2])]],
  'a cut inside a chip': ['bitext', [row([0], [0]), row([1], [1])], [row([0], [0, [1, 0, 4]]), row([1], [[1, 4, 10]])]],
  'one row more': [
    'bitext',
    [row([0], [0, 1])],
    [row([0], [0], { post_edit: '潮' }), row([], [1], { null_reason: 'filler' })],
  ],
  'one row less': ['bitext', [row([0], []), row([], [0]), row([1], [1])], [row([0, 1], [0, 1])]],
  'crossing rows': ['bitext', [row([0], [1]), row([1], [0])], [row([0], [0]), row([1], [1])]],
  'another sentence': ['paper_talk', [row([3], [0])], [row([4], [0])]],
  'no sentence': ['paper_talk', [row([3], [0])], [row([], [0])]],
  'another key sentence': ['slides_talk', [withKey(row([3], [0, 1]), 0)], [withKey(row([3], [0, 1]), 1)]],
  'a key sentence of another row': ['slides_talk', [row([3], [0]), row([4], [1])], [withKey(row([3], [0, 1]), 1)]],
  'spans cut elsewhere': [
    'paper_talk',
    [row([3], [0]), row([3], [1])],
    [
      row([3], [[0, 0, 6]]),
      row(
        [4],
        [
          [0, 6, 10],
          [1, 0, 2],
        ],
      ),
      row([5, 2], [[1, 2, 10]]),
    ],
  ],
};

describe.each(Object.entries(cases))('%s', (_, [kind, a, b]) => {
  it('becomes what is taken, whichever it is, and can be changed again', () => {
    const { doc, region } = begun(kind, a, b);
    const tookB = settled(doc, region, takeAll(1), 'oversight');
    expect(saysOf(rowsIn(tookB), kind)).toBe(saysOf(b, kind));
    expect(rowsIn(tookB).map((one) => [one.status, one.decision_reason])).toEqual(
      b.map(() => ['accepted', 'oversight']),
    );
    expect(sameAs(rowsIn(tookB), region, kind)).toEqual([1]);
    expect(saysOf(rowsIn(settled(tookB, region, takeAll(0))), kind)).toBe(saysOf(a, kind));
    expect(saysOf(rowsIn(settled(doc, region, null)), kind)).toBe(saysOf(a, kind));
  });

  it('keeps every piece of the text once', () => {
    const { doc, region } = begun(kind, a, b);
    const held = (one: Doc) => {
      const points = rowsIn(one).flatMap(({ target }) =>
        target.flatMap((chip) =>
          Array.from({ length: chip.end - chip.start }, (_x, n) => `${chip.unit}:${chip.start + n}`),
        ),
      );
      expect(new Set(points).size).toBe(points.length);
      return points.sort();
    };
    expect(held(settled(doc, region, takeAll(1)))).toEqual(held(doc));
  });
});

it('takes links, labels and text from different reviews', () => {
  const a = [row([0], [0, 1], { good_mt: true, post_edit: 'A' }), row([1], [2])];
  const b = [row([0], [0], { good_mt: false, post_edit: 'B' }), row([1], [1, 2])];
  const { doc, region } = begun('bitext', a, b);
  const done = rowsIn(settled(doc, region, { links: 0, labels: 1, text: 0 }));
  expect(done.map((one) => [one.target.length, one.good_mt, one.post_edit])).toEqual([
    [2, false, 'A'],
    [1, null, null],
  ]);
  expect(sameAs(done, region, 'bitext')).toEqual([]);
  expect(partsOf(region)).toEqual(['links', 'labels', 'text']);
});

it('refuses where the result holds text of other rows', () => {
  const { doc, region } = begun('bitext', [row([0], [0]), row([1], [1])], [row([0], [0, 1]), row([1], [])]);
  const first = {
    ...region,
    source: [[0, 0, 10]],
    target: [[0, 0, 10]],
    rows: [[row([0], [0])], [row([0, 1], [0])]],
  } as unknown as Region;
  const made = settle(doc, [uuid(1)], compose(first, takeAll(1)), '');
  expect(isRefusal(made) && made.refused).toMatch(/text of other rows/);
});

it('knows the majority', () => {
  const { region } = begun('bitext', [row([0], [0])], [row([0], [0])]);
  expect(majority({ ...region, camps: [[0], [1, 2]] })).toBe(1);
  expect(majority({ ...region, camps: [[0], [1]] })).toBeNull();
  expect(majority({ ...region, camps: [[0], [1, 3], [2]] })).toBe(1);
});

it('is seen in the column of any review that says the same, and shows one that does not', () => {
  const { region } = begun('bitext', [row([0], [0])], [row([0], [0])]);
  const of = (...camps: number[][]) => ({ ...region, camps });
  expect([0, 1, 2, 3].map((review) => isSeen(of([0, 1], [2, 3]), review, [0, 1]))).toEqual([true, true, false, false]);
  expect([0, 1, 2, 3].map((review) => isSeen(of([0, 1], [2, 3]), review, [0, 3]))).toEqual([true, true, true, true]);
  expect(toShow(of([0, 1], [2, 3]), [0, 1])).toBe(2);
  expect(toShow(of([0, 1, 2], [3]), [0, 1, 2])).toBe(3);
  expect(toShow(of([0, 3], [1], [2]), [0, 3])).toBe(1);
  // They differ already, or all are shown.
  expect(toShow(of([0], [1], [2]), [0, 1])).toBeNull();
  expect(toShow(of([0, 1, 2]), [0, 1, 2])).toBeNull();
  expect(toShow(of(), [])).toBeNull();
});

it('has no majority where two agree on one and two on another', () => {
  const { region } = begun('bitext', [row([0], [0])], [row([0], [0])]);
  const split = {
    ...region,
    camps: [
      [0, 2],
      [1, 3],
    ],
  };
  expect(majority(split)).toBeNull();
  const shown = regionFilters.filter(({ matches }) =>
    matches(split, { isOpen: true, isFlagged: false, hasFindings: false }),
  );
  expect(shown.map(({ key }) => key)).not.toContain('most');
  expect(shown.map(({ key }) => key)).not.toContain('none');
});

it('lays rows side by side by their source, and spans by what was said', () => {
  const bitext = linesOf(
    [
      [row([0], [0]), row([1], [1])],
      [row([1], []), row([0], [0, 1])],
    ],
    'bitext',
  );
  expect(bitext.map((line) => line.rows.map((rows) => rows.map((one) => one.source[0]?.unit)))).toEqual([
    [[0], [0]],
    [[1], [1]],
  ]);
  const talk = linesOf(
    [
      [row([0], [0]), row([0], [1])],
      [row([0], [[0, 0, 4]]), row([1], [[0, 4, 10]]), row([1], [1])],
    ],
    'paper_talk',
  );
  expect(talk.map((line) => line.rows.map((rows) => rows.length))).toEqual([
    [1, 2],
    [1, 1],
  ]);
});
