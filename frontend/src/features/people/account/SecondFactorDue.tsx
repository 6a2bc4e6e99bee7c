import { Button } from '@mantine/core';
import { useSession, useSignOut } from '@/api/session';
import { Notice } from '@/ui/Notice';
import { Pending } from '@/ui/Pending';
import { useAccount } from './requests';
import { SetUpSecondFactor } from './SetUpSecondFactor';

/** Shown instead of any page to whom the site asks a second factor of, until there is one. */
export function SecondFactorDue() {
  const account = useAccount();
  const session = useSession();
  const signOut = useSignOut();
  return (
    <Notice title="Set up a second factor">
      <p>
        Admins of this site need two-factor authentication. When you sign in from now on, you also give a code that an
        app on your phone shows.
      </p>
      <Pending of={account} what="your account" />
      {account.data && <SetUpSecondFactor account={account.data} onDone={() => void session.refetch()} />}
      <p>
        <Button
          variant="subtle"
          loading={signOut.isPending}
          onClick={() => signOut.mutate(undefined, { onSuccess: () => globalThis.location.assign('/sign-in') })}
        >
          Sign out
        </Button>
      </p>
    </Notice>
  );
}
