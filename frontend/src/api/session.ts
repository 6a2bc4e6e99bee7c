import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { keepPerson, readPerson } from '@/lib/deviceCopies';
import { ApiError, api, forgetAnswers, take } from './client';
import type { Session } from './types';

export const sessionKey = ['session'] as const;

const nothingOwed = { owed: null, needs_code: false, provider: '' } as const;

const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }) => {
    try {
      const session = await take(api.GET('/api/v1/session/', { signal }));
      await keepPerson(session.user);
      return session;
    } catch (error) {
      // A review opens without a network, for whoever opened it here last (features/reviewing/review/editor/copies.ts).
      const isAway = error instanceof ApiError && error.status === 0;
      const user =
        isAway && location.pathname.startsWith('/review/') ? readPerson<NonNullable<Session['user']>>() : null;
      if (!user) throw error;
      return { user, ...nothingOwed };
    }
  },
  staleTime: 60_000,
});

export function useSession() {
  return useQuery(sessionQuery);
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { username: string; password: string }) => take(api.POST('/api/v1/session/', { body })),
    onSuccess: (session: Session) => enter(client, session),
  });
}

/** Gives the code that signing in waits for, where a person has a second factor. */
export function useSignInCode() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => take(api.POST('/api/v1/session/second-factor/', { body: { code } })),
    onSuccess: (session: Session) => enter(client, session),
  });
}

async function enter(client: QueryClient, session: Session) {
  // A code is missing yet: who was here stays known, for when it is somebody else who gives it.
  if (session.needs_code) return;
  await keepPerson(session.user);
  const before = client.getQueryData(sessionKey) as Session | undefined;
  forgetAnswers();
  client.setQueryData(sessionKey, session);
  // Another person must never see what the last one had loaded.
  if (before?.user && before.user.id !== session.user?.id) client.removeQueries({ predicate: notSession });
  else void client.invalidateQueries({ predicate: notSession });
}

/** Goes to where people sign in with the provider; they come back to `next`. */
export function useProvider() {
  return useMutation({
    mutationFn: (next: string) => take(api.POST('/api/v1/session/provider/', { body: { next } })),
    onSuccess: ({ url }) => globalThis.location.assign(url),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.DELETE('/api/v1/session/'),
    onSuccess: async () => {
      await keepPerson(null);
      forgetAnswers();
      client.removeQueries({ predicate: notSession });
      await client.resetQueries({ queryKey: sessionKey });
    },
  });
}

/** Takes another password; the session here goes on, the others end. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { password: string; new_password: string }) => api.POST('/api/v1/session/password/', { body }),
  });
}

/** Has a link sent by which a password is chosen anew, if there is such a person. */
export function useAskForReset() {
  return useMutation({
    mutationFn: (who: string) => api.POST('/api/v1/session/reset/', { body: { who } }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; new_password: string }) =>
      api.POST('/api/v1/session/reset/password/', { body }),
  });
}

function notSession(query: { queryKey: readonly unknown[] }): boolean {
  return query.queryKey[0] !== sessionKey[0];
}
