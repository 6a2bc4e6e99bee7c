import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import type { Account, SecondFactor } from '@/api/types';
import { CopyButton } from '@/ui/CopyButton';
import { Form } from '@/ui/Form';
import { useFields } from '@/ui/useFields';
import classes from './Account.module.css';
import { useBeginSecondFactor, useConfirmSecondFactor } from './requests';

interface SetUpProps {
  account: Account;
  /** When the recovery codes have been kept. */
  onDone: () => void;
  onCancel?: () => void;
}

/** In three steps: one's password, a code of the app that has read the picture, the recovery codes. */
export function SetUpSecondFactor({ account, onDone, onCancel }: SetUpProps) {
  const begin = useBeginSecondFactor();
  const confirm = useConfirmSecondFactor();
  const { values, field, rest } = useFields({ password: '' }, begin.error);
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recovery_codes} onDone={onDone} />;
  const cancel = onCancel && <Button onClick={onCancel}>Cancel</Button>;
  if (begin.data) return <Scan proposed={begin.data} confirm={confirm} beside={cancel} />;
  return (
    <Form
      label="Set up a second factor"
      onSubmit={() => begin.mutate(account.has_password ? values : {})}
      error={rest}
      submit="Continue"
      isPending={begin.isPending}
      disabled={account.has_password && !values.password}
      beside={cancel}
    >
      {account.has_password && (
        <PasswordInput
          label="Your password"
          required
          autoFocus
          autoComplete="current-password"
          {...field('password')}
        />
      )}
    </Form>
  );
}

interface ScanProps {
  proposed: SecondFactor;
  confirm: ReturnType<typeof useConfirmSecondFactor>;
  beside: React.ReactNode;
}

function Scan({ proposed, confirm, beside }: ScanProps) {
  const { values, field, rest } = useFields({ code: '' }, confirm.error);
  return (
    <>
      <p>
        Scan this with an app for codes, such as Aegis, 2FAS or Google Authenticator, or{' '}
        <a href={proposed.address}>open it on this device</a>.
      </p>
      <img
        className={classes.qr}
        alt="QR code for your app"
        src={`data:image/svg+xml,${encodeURIComponent(proposed.picture)}`}
      />
      <p className={classes.secret}>
        Or type this key: <code className="code">{proposed.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <Form
        label="Confirm with a code"
        onSubmit={() => confirm.mutate(values.code)}
        error={rest}
        submit="Turn on"
        isPending={confirm.isPending}
        disabled={!values.code.trim()}
        beside={beside}
      >
        <TextInput
          label="Code that the app shows"
          required
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={40}
          {...field('code')}
        />
      </Form>
    </>
  );
}

/** The codes that replace a lost phone, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div className={classes.narrow}>
      <p role="status">
        Keep these recovery codes where you find them without your phone. Each works once. They won’t be shown again.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap={8}>
        <CopyButton text={codes.join('\n')} label="Copy codes" />
        <Button variant="filled" onClick={onDone}>
          I have kept them
        </Button>
      </Group>
    </div>
  );
}
