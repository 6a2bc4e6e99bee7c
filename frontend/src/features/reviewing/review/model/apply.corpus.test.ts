/** The page does to rows what the server does: tests/contract/steps, which pytest reads as well. */

import { describe, expect, it } from 'vitest';
import { corpus } from '@/test/contract';
import { sampleContent, sampleInfo } from '../testing/sample';
import { apply, InvalidStep } from './apply';
import { type Doc, open } from './document';
import { operation } from './gesture';
import { blankRow } from './rows';
import type { LoggedRow, ReviewState, Step } from './types';

interface Case {
  is_bitext: boolean;
  state: ReviewState;
  source_lengths: number[];
  target_lengths: number[];
  rows: LoggedRow[];
  steps: Step[];
  after?: { state: ReviewState; rows: LoggedRow[]; deleted: string[] };
  refusal?: string;
}

function docOf({ is_bitext, state, source_lengths, target_lengths, rows }: Case): Doc {
  const texts = (lengths: number[]) => lengths.map((n) => 'x'.repeat(n));
  const content = sampleContent(texts(source_lengths), texts(target_lengths), []);
  return open(sampleInfo(is_bitext ? 'bitext' : 'paper_talk', { state }), {
    ...content,
    rows: rows.map((row) => ({ ...blankRow(row.id, row.position), ...row })),
  });
}

/** What an edit can change. */
function bare({ version: _, ...row }: LoggedRow) {
  const names = Object.keys(blankRow('', 0)).filter((name) => name !== 'version');
  const engine = ['confidence', 'features', 'verdicts', 'candidates', 'changed_at', 'n_comments'];
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name) && !engine.includes(name)));
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

describe.each(corpus<Case>('steps'))('%s', (_, cases) => {
  it.each(cases.map((one, number) => ({ one, number, what: one.refusal ?? 'done' })))('$number: $what', ({ one }) => {
    const doc = docOf(one);
    const asked = operation(doc, 'x', one.steps, [...doc.rows.keys()]);
    const act = () => apply(doc, asked, () => undefined);
    if (!one.after) {
      expect(act).toThrow(InvalidStep);
      return;
    }
    const { doc: next, change } = act();
    const isThere = new Set(change.after.map(({ id }) => id));
    const deleted = change.before.map(({ id }) => id).filter((id) => !isThere.has(id));
    expect(next.state).toBe(one.after.state);
    expect([...change.after].sort(byId).map(bare)).toEqual([...one.after.rows].sort(byId).map(bare));
    expect(deleted.toSorted()).toEqual(one.after.deleted.toSorted());
  });
});
