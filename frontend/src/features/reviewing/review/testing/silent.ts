/** A server that never answers, for tests of what the page does by itself; `sent` are the edits that it was sent. */

import type { Transport } from '../editor/transport';
import type { Operation } from '../model/types';

export function silent(change: Partial<Transport> = {}): { transport: Transport; sent: Operation[] } {
  const sent: Operation[] = [];
  const never = () => new Promise<never>(() => undefined);
  const transport: Transport = {
    info: never,
    content: never,
    changes: never,
    history: never,
    terms: async () => [],
    comments: never,
    concordance: never,
    memory: never,
    matchedWords: never,
    keySentencesByHand: never,
    corrections: never,
    correct: never,
    withdraw: never,
    comment: never,
    resolve: never,
    realign: never,
    send: (operations) => {
      sent.push(...operations);
      return never();
    },
    ...change,
  };
  return { transport, sent };
}
