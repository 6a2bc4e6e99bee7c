import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { sampleContent, sampleInfo, sampleLabels } from '../testing/sample';
import { type Doc, open, progressOf, withRows } from './document';
import { countsOf, type FilterKey, factsOf, matches } from './filters';
import { reasonsOf } from './reasons';
import { differences, tally } from './tallies';
import type { Row } from './types';

const n = 6;
const texts = Array.from({ length: n }, (_, i) => `text ${i}`);

function review(): Doc {
  const rows = texts.map((_, i) => ({ source: [i], target: [i], features: { runner_up: i / 10 } }));
  return open(sampleInfo('bitext'), sampleContent(texts, texts, rows));
}

const change = fc.record({
  at: fc.nat(n - 1),
  is: fc.constantFrom('accepted', 'implicit', 'proposed', 'flagged', 'edited', 'gone', 'back'),
});

function changed(doc: Doc, original: Doc, { at, is }: { at: number; is: string }): Doc {
  const id = original.order[at] as string;
  if (is === 'gone') return withRows(doc, [], [id]);
  const row = doc.rows.get(id) ?? (original.rows.get(id) as Row);
  if (is === 'back') return withRows(doc, [row], []);
  if (is === 'flagged') return withRows(doc, [{ ...row, flagged: !row.flagged }], []);
  if (is === 'edited') return withRows(doc, [{ ...row, edited: true, target: [] }], []);
  return withRows(doc, [{ ...row, status: is as Row['status'] }], []);
}

it('adds up what a count of all rows would, whichever state of the review is asked about', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(change, fc.boolean()), { maxLength: 30 }), (steps) => {
      const original = review();
      const facts = factsOf(original, sampleLabels);
      let doc = original;
      for (const [step, isFirst] of steps) {
        const before = doc;
        doc = changed(doc, original, step);
        // As a page that shows an earlier state for a moment longer.
        for (const shown of isFirst ? [before, doc] : [doc]) {
          const rows = [...shown.rows.values()];
          const implicit = rows.filter(({ status }) => status === 'implicit').length;
          const done = rows.filter(({ status }) => status !== 'proposed').length;
          expect(progressOf(shown)).toEqual({ rows: rows.length, done, implicit });
          for (const [key, count] of Object.entries(countsOf(shown, facts, 0.95)))
            expect(count, key).toBe(rows.filter((row) => matches(key as FilterKey, row, facts, 0.95)).length);
          // Of other units nothing is known yet.
          const anew = { ...shown, targetUnits: [...shown.targetUnits] };
          for (const row of rows) expect(reasonsOf(shown, row)).toEqual(reasonsOf(anew, row));
        }
      }
    }),
  );
});

it('looks only at rows that changed', () => {
  const doc = review();
  const put = vi.fn();
  const count = tally(() => null, put);
  count(doc.targetUnits, doc.rows);
  expect(put).toHaveBeenCalledTimes(n);
  const row = doc.rows.get(doc.order[2] as string) as Row;
  const next = withRows(doc, [{ ...row, flagged: true }], [doc.order[4] as string]);
  put.mockClear();
  count(doc.targetUnits, next.rows);
  expect(put.mock.calls.map(([, { position }, by]) => [position, by])).toEqual([
    [3, -1],
    [3, 1],
    [5, -1],
  ]);
  expect(differences(next.rows, doc.rows)).toHaveLength(2);
});
