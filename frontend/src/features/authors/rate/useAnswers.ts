import { useCallback, useMemo } from 'react';
import type { RateForm } from '@/api/types';
import { useAsked } from '@/api/useAsked';
import {
  acknowledged,
  nothingPending,
  type Pending,
  pendingCount,
  requestOf,
  saved,
  withAnswer,
  withPending,
} from './model';
import { getRateForm, sendRateAnswers } from './requests';
import { keptOf } from './store';
import { type SaveState, useSending } from './useSending';

export interface Answers {
  form: RateForm;
  save: SaveState;
  say: (change: Partial<Pending>) => void;
}

const shape = {
  nothing: nothingPending,
  count: pendingCount,
  is: (value: object) => 'answers' in value && typeof value.answers === 'object',
};

/** The form behind a link with the author's pending answers laid over it, and the sending of them. */
export function useAnswers(token: string, language: string | null) {
  const ask = useCallback((signal: AbortSignal) => getRateForm(token, language, signal), [token, language]);
  const query = useAsked(ask);
  const { change, refetch } = query;
  const known = query.data?.answered_at;
  const kept = useMemo(() => keptOf<Pending>(token, shape), [token]);
  const { pending, keep, say, save } = useSending(kept, {
    ready: query.data !== undefined,
    send: async (pending) => {
      const answer = await sendRateAnswers(token, language, requestOf(pending));
      // Answered in another window, too: what was answered there is not in this form.
      const fresh = answer.answered_before === known ? null : await getRateForm(token, language);
      change((form) => fresh ?? saved(form, pending, answer));
      return (now) => acknowledged(now, pending);
    },
    onRefused: ({ code }) => {
      // They agreed to a text that has changed meanwhile: they read the new one, and agree again.
      const isOld = code === 'consent_changed';
      if (isOld) keep(({ agreed: _, ...rest }) => rest);
      if (isOld || code === 'closed') refetch();
      return isOld;
    },
  });
  const form = query.data && withPending(query.data, pending);
  const sayOne = useCallback((one: Partial<Pending>) => say((before) => withAnswer(before, one)), [say]);
  return { query, answers: form && { form, save, say: sayOne } };
}
