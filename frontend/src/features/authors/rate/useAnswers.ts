import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '@/api/client';
import type { RateForm } from '@/api/types';
import { useAsked } from '@/api/useAsked';
import { acknowledged, type Pending, pendingCount, requestOf, saved, withAnswer, withPending } from './model';
import { getRateForm, sendRateAnswers } from './requests';
import { changePending, readPending } from './store';

const QUIET_MS = 300;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'sending' }
  | { kind: 'kept'; count: number; stored: boolean }
  | { kind: 'refused'; message: string; count: number };

export interface Answers {
  form: RateForm;
  save: SaveState;
  say: (change: Partial<Pending>) => void;
}

/** The form behind a link with the author's pending answers laid over it, and the sending of them. */
export function useAnswers(token: string, language: string | null) {
  const ask = useCallback((signal: AbortSignal) => getRateForm(token, language, signal), [token, language]);
  const query = useAsked(ask);
  const { change, refetch } = query;
  const [pending, setPending] = useState<Pending>(() => readPending(token));
  const [stored, setStored] = useState(true);
  const [failures, setFailures] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const sending = useRef(false);
  const count = pendingCount(pending);
  const ready = query.data !== undefined;
  const known = query.data?.answered_at;

  /** Changes what is pending, here and on this device. */
  const keep = useCallback(
    (how: (pending: Pending) => Pending) => {
      setPending(how);
      setStored(changePending(token, how));
    },
    [token],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is what asks for another try
  useEffect(() => {
    if (count === 0 || refusal !== null || !ready) return;
    const wait = failures === 0 ? QUIET_MS : Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
    const timer = setTimeout(async () => {
      if (sending.current) return;
      sending.current = true;
      try {
        const answer = await sendRateAnswers(token, language, requestOf(pending));
        // Answered in another window, too: what was answered there is not in this form.
        const fresh = answer.answered_before === known ? null : await getRateForm(token, language);
        change((form) => fresh ?? saved(form, pending, answer));
        keep((now) => acknowledged(now, pending));
        setFailures(0);
      } catch (error) {
        if (error instanceof ApiError && !error.transient) {
          setRefusal(error.message);
          if (error.code === 'closed') refetch();
          // They agreed to a text that has changed meanwhile: they read the new one, and agree again.
          if (error.code === 'consent_changed') {
            keep(({ agreed: _, ...rest }) => rest);
            setRefusal(null);
            refetch();
          }
        } else setFailures((n) => n + 1);
      } finally {
        sending.current = false;
        setRound((n) => n + 1);
      }
    }, wait);
    return () => clearTimeout(timer);
  }, [token, language, pending, count, failures, refusal, ready, known, round, change, keep, refetch]);

  useEffect(() => {
    const online = () => setFailures(0);
    addEventListener('online', online);
    return () => removeEventListener('online', online);
  }, []);

  useEffect(() => {
    if (count === 0 || stored) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [count, stored]);

  const say = useCallback(
    (change: Partial<Pending>) => {
      setRefusal(null);
      keep((before) => withAnswer(before, change));
    },
    [keep],
  );

  const form = query.data && withPending(query.data, pending);
  return { query, answers: form && { form, save: saveState({ count, failures, refusal, stored }), say } };
}

function saveState(now: { count: number; failures: number; refusal: string | null; stored: boolean }): SaveState {
  if (now.count === 0) return { kind: 'saved' };
  if (now.refusal !== null) return { kind: 'refused', message: now.refusal, count: now.count };
  if (now.failures > 0 || !now.stored) return { kind: 'kept', count: now.count, stored: now.stored };
  return { kind: 'sending' };
}
