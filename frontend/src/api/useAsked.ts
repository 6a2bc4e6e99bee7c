import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from './client';

/** Waits before a request that found no server is sent again. */
const RETRY_MS = [1_000, 2_000, 4_000];

export interface Asked<T> {
  data: T | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => void;
  /** Takes in what the server has answered to another request. */
  change: (change: (data: T) => T) => void;
}

/**
 * What one address answers. The pages without an account have two of them, so they do without the application's cache of queries: a whole
 * page is smaller than that and its packages. `ask` must be stable.
 */
export function useAsked<T>(ask: (signal: AbortSignal) => Promise<T>): Asked<T> {
  const [state, setState] = useState<{ data?: T; error?: unknown }>({});
  const [round, setRound] = useState(0);
  const changes = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const load = async (failures: number): Promise<void> => {
      try {
        const known = changes.current;
        const data = await ask(signal);
        // It may have been read before what has changed meanwhile.
        if (known !== changes.current && !signal.aborted) await load(failures);
        else if (!signal.aborted) setState({ data });
      } catch (error) {
        const wait = error instanceof ApiError && error.transient ? RETRY_MS[failures] : undefined;
        if (wait !== undefined) await new Promise((resolve) => setTimeout(resolve, wait));
        if (signal.aborted) return;
        if (wait === undefined) setState(({ data }) => ({ data, error }));
        else await load(failures + 1);
      }
    };
    void load(0);
    return () => abort.abort();
  }, [ask, round]);
  const refetch = useCallback(() => setRound((n) => n + 1), []);
  const change = useCallback((how: (data: T) => T) => {
    changes.current += 1;
    setState((now) => (now.data === undefined ? now : { data: how(now.data) }));
  }, []);
  return {
    data: state.data,
    error: state.error,
    isPending: state.data === undefined && state.error === undefined,
    refetch,
    change,
  };
}
