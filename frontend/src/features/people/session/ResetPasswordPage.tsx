import { PasswordInput } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { ApiError } from '@/api/client';
import { useResetPassword } from '@/api/session';
import { useTitle } from '@/lib/useTitle';
import { Form } from '@/ui/Form';
import { useFields } from '@/ui/useFields';
import { Doorway } from './Doorway';
import classes from './SignIn.module.css';

/** Where the link of an e-mail leads: a new password for an account. */
export function ResetPasswordPage() {
  useTitle('Choose a new password');
  const { token = '' } = useParams();
  const reset = useResetPassword();
  const { values, field, rest } = useFields({ new_password: '' }, reset.error);
  const isClosed = reset.error instanceof ApiError && reset.error.code === 'closed';
  if (reset.isSuccess) {
    return (
      <Doorway title="Password changed">
        <p role="status">You’re signed out everywhere. Sign in with your new password.</p>
        <p className={classes.fine}>
          <Link to="/sign-in">Sign in</Link>
        </p>
      </Doorway>
    );
  }
  return (
    <Doorway title="Choose a new password">
      <Form
        label="New password"
        onSubmit={() => reset.mutate({ token, ...values })}
        error={rest}
        submit="Change password"
        isPending={reset.isPending}
        disabled={!values.new_password}
      >
        <PasswordInput
          label="New password"
          description="You will be signed out everywhere, and your API tokens are revoked."
          required
          autoFocus
          autoComplete="new-password"
          {...field('new_password')}
        />
      </Form>
      <p className={classes.fine}>
        <Link to={isClosed ? '/forgot' : '/sign-in'}>{isClosed ? 'Ask for another link' : 'Back to sign-in'}</Link>
      </p>
    </Doorway>
  );
}
