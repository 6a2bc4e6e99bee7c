import { describe, expect, it } from 'vitest';
import { sampleDoc } from '../testing/sample';
import { apply as applied } from './apply';
import type { Doc } from './document';
import type { Plan } from './gesture';
import { bring } from './gestures';
import { standing, takeAndAccept } from './realign';
import type { Operation, Proposal } from './types';

const apply = (doc: Doc, operation: Operation) => applied(doc, operation, () => undefined);

const texts = ['a', 'b', 'c', 'd'];

/** Row 1 would give its second chip to row 2. */
function sample() {
  const doc = sampleDoc(texts, texts, [
    { source: [0], target: [0, 1] },
    { source: [1], target: [] },
    { source: [2], target: [2] },
    { source: [3], target: [3] },
  ]);
  const [one, two] = doc.order.map((id) => doc.rows.get(id));
  if (!one || !two) throw new Error('the sample has rows');
  const ids = (chips: readonly { id: string }[]) => chips.map((chip) => chip.id);
  const groups = [
    { row: one.id, source: ids(one.source), target: ids(one.target.slice(0, 1)) },
    { row: two.id, source: ids(two.source), target: ids(one.target.slice(1)) },
  ];
  const proposal: Proposal = {
    rows: [one.id, two.id],
    steps: [{ type: 'regroup', groups, emptied: [] }],
    before: [],
    after: groups.map((group) => ({ ...group, probability: 0.9 })),
  };
  return { doc, proposal, one: one.id, two: two.id };
}

describe('a proposal', () => {
  it('stays valid while its rows hold the same chips and nobody has reviewed them', () => {
    const { doc, proposal, one, two } = sample();
    expect(standing(doc, [proposal])).toEqual([proposal]);
    const accepted = apply(doc, {
      id: 'x',
      verb: 'accept',
      steps: [{ type: 'set', rows: [two], fields: { status: 'accepted' } }],
      versions: {},
    });
    expect(standing(accepted.doc, [proposal])).toEqual([]);
    const chip = doc.rows.get(doc.order[2] as string)?.target[0]?.id as string;
    const brought = apply(doc, (bring(doc, one, chip) as Plan).operation);
    expect(standing(brought.doc, [proposal])).toEqual([]);
  });

  it('is taken and its row accepted in one operation; the other rows stay to be reviewed', () => {
    const { doc, proposal, one, two } = sample();
    const made = takeAndAccept(doc, proposal, one, []);
    const { doc: after } = apply(doc, made);
    expect(after.rows.get(one)?.status).toBe('accepted');
    expect(after.rows.get(one)?.target).toHaveLength(1);
    expect(after.rows.get(two)?.status).toBe('proposed');
    expect(after.rows.get(two)?.target).toHaveLength(1);
    expect(Object.keys(made.versions).sort()).toEqual([one, two].sort());
  });

  it('accepts nothing where the row is no more', () => {
    const { doc, proposal, one } = sample();
    const other: Proposal = { ...proposal, after: proposal.after.filter(({ row }) => row !== one) };
    expect(takeAndAccept(doc, other, one, []).steps).toEqual(proposal.steps);
  });
});
