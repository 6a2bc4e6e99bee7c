import { TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { useAskForReset } from '@/api/session';
import { useTitle } from '@/lib/useTitle';
import { Form } from '@/ui/Form';
import { useFields } from '@/ui/useFields';
import { Doorway } from './Doorway';
import classes from './SignIn.module.css';

/** Asks for a link by which to choose a new password. What it says is the same where there is no such person. */
export function ForgotPasswordPage() {
  useTitle('Forgot your password?');
  const ask = useAskForReset();
  const { values, field, rest } = useFields({ who: '' }, ask.error);
  const who = values.who.trim();
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
          onSubmit={() => ask.mutate(who)}
          error={rest}
          submit="Send a link"
          isPending={ask.isPending}
          disabled={!who}
        >
          <TextInput
            label="User name or e-mail address"
            required
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            {...field('who')}
          />
        </Form>
      )}
      <p className={classes.fine}>
        <Link to="/sign-in">Back to sign-in</Link>
      </p>
    </Doorway>
  );
}
