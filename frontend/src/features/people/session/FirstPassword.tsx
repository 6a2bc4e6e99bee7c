import { Button } from '@mantine/core';
import { useChangePassword, useSession, useSignOut } from '@/api/session';
import { useTitle } from '@/lib/useTitle';
import { Doorway } from './Doorway';
import { PasswordForm } from './PasswordDialog';
import classes from './SignIn.module.css';

/** Shown instead of any page, until somebody has changed the password that another person chose for them. */
export function FirstPassword({ username }: { username: string }) {
  useTitle('Choose your password');
  const session = useSession();
  const change = useChangePassword();
  const signOut = useSignOut();
  return (
    <Doorway title="Choose your password">
      <p className={classes.lead}>Someone else chose your password. Choose your own to continue.</p>
      <PasswordForm
        username={username}
        label="Your own password"
        newLabel="Your new password"
        change={change}
        onChanged={() => void session.refetch()}
        beside={
          <Button
            loading={signOut.isPending}
            onClick={() => signOut.mutate(undefined, { onSuccess: () => globalThis.location.assign('/sign-in') })}
          >
            Sign out
          </Button>
        }
      />
    </Doorway>
  );
}
