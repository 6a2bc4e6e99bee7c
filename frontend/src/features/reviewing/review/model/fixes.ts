/** Putting a row right and accepting it, as one operation: for a person who has read what it takes. */

import type { Doc } from './document';
import { type Gesture, isRefusal, operation } from './gesture';
import type { Step } from './types';

/** `row`: the one that is read. `confirms`: rows that linear mode confirms on the way; they are logged as implicit. */
export function thenAccept(doc: Doc, fix: Gesture, row: string, confirms: readonly string[] = []): Gesture {
  if (isRefusal(fix)) return fix;
  const { verb, steps, versions } = fix.operation;
  const isLeft = steps.some((step) => step.type === 'regroup' && step.groups.some((group) => group.row === row));
  if (!isLeft) return { refused: 'Nothing of this row would be left to accept.' };
  const all: Step[] = [...steps, { type: 'set', rows: [row], fields: { status: 'accepted' } }];
  const implicit = confirms.filter((id) => !(id in versions));
  if (implicit.length > 0) all.push({ type: 'set', rows: implicit, fields: { status: 'implicit' } });
  return {
    operation: operation(doc, verb, all, [...Object.keys(versions), ...implicit]),
    focus: { row, chip: null },
  };
}
