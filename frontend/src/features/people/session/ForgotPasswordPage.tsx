import { useState } from 'react';
import { Link } from 'react-router';
import { useAskForReset } from '@/api/session';
import { useTitle } from '@/lib/useTitle';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { TextField } from '@/ui/TextField';
import { Doorway } from './Doorway';
import classes from './SignIn.module.css';

/** Asks for a link by which to choose a new password. What it says is the same where there is no such person. */
export function ForgotPasswordPage() {
  useTitle('Forgot your password?');
  const ask = useAskForReset();
  const [who, setWho] = useState('');
  const errors = formErrors(ask.error, ['who']);
  return (
    <Doorway title="Forgot your password?">
      {ask.isSuccess ? (
        <div role="status" className={classes.form}>
          <p>
            If “<span dir="auto">{ask.variables}</span>” has an account with an e-mail address, a link is on its way to
            that address. It works for two hours.
          </p>
          <p className="soft">
            Nothing after a few minutes? Check your spam folder, or ask an admin of your project: the account may have
            no address, or this site may not send e-mail.
          </p>
        </div>
      ) : (
        <Form
          label="Ask for a link"
          onSubmit={() => ask.mutate(who.trim())}
          error={errors.rest}
          submit="Send a link"
          isPending={ask.isPending}
          disabled={!who.trim()}
        >
          <TextField
            label="User name or e-mail address"
            required
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={who}
            onChange={setWho}
            error={errors.field('who')}
          />
        </Form>
      )}
      <p className={classes.fine}>
        <Link to="/sign-in">Back to sign-in</Link>
      </p>
    </Doorway>
  );
}
