import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/client';
import { sessionKey } from '@/api/session';

/**
 * One cache for all server state. A refusal for want of a session, wherever it happens, asks the server who we are;
 * the frame then offers to sign in again in place.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.signedOut) void client.invalidateQueries({ queryKey: sessionKey });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => error instanceof ApiError && error.transient && failures < 3,
      },
      mutations: { retry: false },
    },
  });
  return client;
}
