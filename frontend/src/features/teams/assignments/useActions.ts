import { useState } from 'react';
import { type Action, type BoardRow, type BoardSlot, type BulkOutcome, useAct } from './requests';
import { resultWords } from './words';

/** The subject of a dialog: the selected pairs, or one review. */
export type Asked =
  | { what: 'assign' | 'reassign' | 'plan' }
  | { what: 'slot'; slot: BoardSlot; row: BoardRow }
  | { what: 'changed'; row: BoardRow };

export interface Result {
  words: string;
  outcome: BulkOutcome;
}

export type BoardActions = ReturnType<typeof useActions>;

/** Bulk actions on the board: the dialog that asks, the request, and its result. */
export function useActions(slug: string, onDone: () => void) {
  const act = useAct(slug);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  return {
    asked,
    ask: (about: Asked) => {
      act.reset();
      setAsked(about);
    },
    close: () => setAsked(null),
    run: (action: Action, to?: string) =>
      act.mutate(action, {
        onSuccess: (outcome) => {
          setAsked(null);
          onDone();
          setResult({ words: resultWords(action.verb, outcome, to), outcome });
        },
      }),
    result,
    dismiss: () => setResult(null),
    isPending: act.isPending,
    pendingVerb: act.isPending ? act.variables.verb : null,
    error: act.error,
  };
}
