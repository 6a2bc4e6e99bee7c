import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '@/api/client';
import type { Kept } from './store';

const QUIET_MS = 300;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'sending' }
  | { kind: 'kept'; count: number; stored: boolean }
  | { kind: 'refused'; message: string; count: number };

interface Sending<Pending> {
  /** False until there is something to lay the answers over. */
  ready: boolean;
  /** Sends what is pending and takes in the answer; tells what of the pending is then done. */
  send: (pending: Pending) => Promise<(now: Pending) => Pending>;
  /** What else a refusal means. True where the rest may be sent again. */
  onRefused: (error: ApiError) => boolean;
}

/**
 * Sends what is pending on this device. While the server does not respond, it retries after longer and longer waits, and
 * at once when the device is online again.
 */
export function useSending<Pending>(kept: Kept<Pending>, { ready, send, onRefused }: Sending<Pending>) {
  const [pending, setPending] = useState<Pending>(kept.read);
  const [stored, setStored] = useState(true);
  const [failures, setFailures] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const sending = useRef(false);
  const latest = useRef({ send, onRefused });
  latest.current = { send, onRefused };
  const count = kept.count(pending);

  /** Changes what is pending, here and on this device. */
  const keep = useCallback(
    (how: (pending: Pending) => Pending) => {
      setPending(how);
      setStored(kept.change(how));
    },
    [kept],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is what asks for another try
  useEffect(() => {
    if (count === 0 || refusal !== null || !ready) return;
    const wait = failures === 0 ? QUIET_MS : Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
    const timer = setTimeout(async () => {
      if (sending.current) return;
      sending.current = true;
      try {
        keep(await latest.current.send(pending));
        setFailures(0);
      } catch (error) {
        if (error instanceof ApiError && !error.transient) {
          setRefusal(error.message);
          if (latest.current.onRefused(error)) setRefusal(null);
        } else setFailures((n) => n + 1);
      } finally {
        sending.current = false;
        setRound((n) => n + 1);
      }
    }, wait);
    return () => clearTimeout(timer);
  }, [pending, count, failures, refusal, ready, round, keep]);

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
    (how: (pending: Pending) => Pending) => {
      setRefusal(null);
      keep(how);
    },
    [keep],
  );
  return { pending, keep, say, save: saveState({ count, failures, refusal, stored }) };
}

function saveState(now: { count: number; failures: number; refusal: string | null; stored: boolean }): SaveState {
  if (now.count === 0) return { kind: 'saved' };
  if (now.refusal !== null) return { kind: 'refused', message: now.refusal, count: now.count };
  if (now.failures > 0 || !now.stored) return { kind: 'kept', count: now.count, stored: now.stored };
  return { kind: 'sending' };
}
