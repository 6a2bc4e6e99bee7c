import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { sessionKey } from '@/api/session';
import { useChange } from '@/api/useChange';

const accountKey = ['account'] as const;

export function useAccount() {
  return useQuery({ queryKey: accountKey, queryFn: ({ signal }) => take(api.GET('/api/v1/account/', { signal })) });
}

export function useChangeAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { digests: boolean }) => take(api.PATCH('/api/v1/account/', { body })),
    onSuccess: (account) => client.setQueryData(accountKey, account),
  });
}

/** Has a link sent to a new address, which becomes one's own when it is opened. */
export function useChangeEmail() {
  return useMutation({
    mutationFn: (body: { email: string; password?: string }) => api.POST('/api/v1/account/email/', { body }),
  });
}

export function useConfirmEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => api.POST('/api/v1/account/email/confirm/', { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountKey }),
  });
}

/** Proposes a secret for an app; it counts once a code made with it is confirmed. */
export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: (body: { password?: string }) => take(api.POST('/api/v1/account/second-factor/', { body })),
  });
}

/** Turns the second factor on. What is owed in the session is asked again by whoever has shown the recovery codes. */
export function useConfirmSecondFactor() {
  return useChange([accountKey], (code: string) =>
    take(api.POST('/api/v1/account/second-factor/confirm/', { body: { code } })),
  );
}

export function useRemoveSecondFactor() {
  return useChange([accountKey, sessionKey], (code: string) =>
    api.POST('/api/v1/account/second-factor/remove/', { body: { code } }),
  );
}

export function useRenewRecoveryCodes() {
  return useChange([accountKey], (code: string) =>
    take(api.POST('/api/v1/account/recovery-codes/', { body: { code } })),
  );
}

/** Turns digests off, or on again, by the link in one of them: nobody needs to be signed in. */
export function useDigestLink(token: string) {
  return useMutation({
    mutationFn: (on: boolean) =>
      take(api.POST('/api/v1/digests/{token}/', { params: { path: { token } }, body: { on } })),
  });
}
