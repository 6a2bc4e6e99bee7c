import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSession } from '@/api/session';
import type { Account } from '@/api/types';
import { ErrorNote } from '@/ui/ErrorNote';
import { Facts } from '@/ui/Facts';
import { Form } from '@/ui/Form';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { useFields } from '@/ui/useFields';
import classes from './Account.module.css';
import { useAccount, useChangeAccount, useChangeEmail } from './requests';
import { SecondFactorPart } from './SecondFactorPart';
import { TokenPart } from './TokenPart';

/** One's own account. The password is changed from the menu of the account, on any page. */
export function AccountPage() {
  const user = useSession().data?.user;
  const account = useAccount();
  return (
    <Page title="Your account" lead={user && <span dir="auto">{user.name}</span>} aside={<TokenPart />}>
      <Pending of={account} what="your account" />
      {account.data && user && (
        <>
          <Part title="E-mail">
            <div className={classes.narrow}>
              <Facts
                facts={[
                  ['User name', user.username],
                  ['Address', account.data.email || 'none'],
                ]}
              />
              <Address account={account.data} />
              <Digests account={account.data} />
            </div>
          </Part>
          <SecondFactorPart account={account.data} />
        </>
      )}
    </Page>
  );
}

function Address({ account }: { account: Account }) {
  const change = useChangeEmail();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { values, field, rest } = useFields({ email: '', password: '' }, change.error);
  const email = values.email.trim();
  if (change.isSuccess) {
    return (
      <p role="status">
        Open the link we sent to <b>{change.variables.email}</b>. Until then nothing changes.
      </p>
    );
  }
  if (!isOpen) {
    return (
      <div>
        <Button ref={opener} onClick={() => setOpen(true)}>
          {account.email ? 'Change address' : 'Add an address'}
        </Button>
        {!account.email && (
          <p className="soft" style={{ marginTop: 4 }}>
            With an address you can reset a forgotten password, and get a digest of what is new.
          </p>
        )}
      </div>
    );
  }
  return (
    <Form
      label="New address"
      secondary
      onSubmit={() => change.mutate(account.has_password ? { ...values, email } : { email })}
      error={rest}
      submit="Send a link to confirm"
      isPending={change.isPending}
      disabled={!email || (account.has_password && !values.password)}
      beside={<Button onClick={() => setOpen(false)}>Cancel</Button>}
    >
      <TextInput
        label="New address"
        type="email"
        required
        autoFocus
        autoComplete="email"
        maxLength={254}
        {...field('email')}
      />
      {account.has_password && (
        <PasswordInput label="Your password" required autoComplete="current-password" {...field('password')} />
      )}
    </Form>
  );
}

function Digests({ account }: { account: Account }) {
  const change = useChangeAccount();
  return (
    <>
      <Checkbox
        label="Once a day, an e-mail about what is new"
        description="What was assigned or returned to you, where you were mentioned, and what is due. Not sent when there is nothing new."
        checked={change.isPending ? change.variables.digests : account.digests}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ digests: event.currentTarget.checked })}
      />
      {change.error && <ErrorNote error={change.error} />}
    </>
  );
}
