/** A review without a server: edits are applied and confirmed here, and forgotten with the page. */

import type { Transport } from '../editor/transport';
import { apply, type Change } from '../model/apply';
import { open, progressOf } from '../model/document';
import type { Content, Operation, OperationsAnswer, ReviewInfo } from '../model/types';

export function practice(info: ReviewInfo, content: Content): Transport {
  let doc = open(info, content);
  let sequence = 0;
  const changes = new Map<string, Change>();

  const answer = (operations: readonly Operation[]): OperationsAnswer => {
    const touched = new Set<string>();
    const results = operations.map((operation) => {
      const repeated = changes.has(operation.id);
      if (!repeated) {
        const applied = apply(doc, operation, (id) => changes.get(id));
        doc = applied.doc;
        changes.set(operation.id, applied.change);
        sequence += 1;
        for (const row of [...applied.change.before, ...applied.change.after]) touched.add(row.id);
      }
      return { id: operation.id, sequence, repeated };
    });
    const ids = [...touched];
    return {
      results,
      rows: ids.flatMap((id) => doc.rows.get(id) ?? []),
      deleted: ids.filter((id) => !doc.rows.has(id)),
      review: {
        state: doc.state,
        revision: doc.revision,
        n_rows: doc.rows.size,
        n_reviewed: progressOf(doc).done,
        undo: doc.undoStack.at(-1) ?? null,
        redo: doc.redoStack.at(-1) ?? null,
        superseded_by: null,
      },
    };
  };
  const none = async () => Promise.reject(new Error('The training round does not have this.'));
  return {
    info: async () => info,
    content: async () => content,
    changes: async () => answer([]),
    send: async (operations) => answer(operations),
    history: async () => [],
    terms: async () => [],
    comments: async () => [],
    corrections: async () => [],
    keySentencesByHand: async () => [],
    comment: none,
    resolve: none,
    realign: none,
    concordance: none,
    memory: none,
    matchedWords: none,
    correct: none,
    withdraw: none,
  };
}
