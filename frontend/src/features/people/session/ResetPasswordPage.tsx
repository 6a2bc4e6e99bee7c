import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '@/api/client';
import { useResetPassword } from '@/api/session';
import { useTitle } from '@/lib/useTitle';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { Doorway } from './Doorway';
import classes from './SignIn.module.css';

/** Where the link of an e-mail leads: a new password for an account. */
export function ResetPasswordPage() {
  useTitle('Choose a new password');
  const { token = '' } = useParams();
  const reset = useResetPassword();
  const [next, setNext] = useState('');
  const errors = formErrors(reset.error, ['new_password']);
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
        onSubmit={() => reset.mutate({ token, new_password: next })}
        error={errors.rest}
        submit="Change password"
        isPending={reset.isPending}
        disabled={!next}
      >
        <PasswordInput
          label="New password"
          description="You will be signed out everywhere, and your API tokens are revoked."
          required
          autoFocus
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
          error={errors.field('new_password')}
        />
      </Form>
      <p className={classes.fine}>
        <Link to={isClosed ? '/forgot' : '/sign-in'}>{isClosed ? 'Ask for another link' : 'Back to sign-in'}</Link>
      </p>
    </Doorway>
  );
}
