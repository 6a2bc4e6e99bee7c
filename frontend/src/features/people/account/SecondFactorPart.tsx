import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Account } from '@/api/types';
import { plural } from '@/lib/format';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { useFields } from '@/ui/useFields';
import classes from './Account.module.css';
import { useRemoveSecondFactor, useRenewRecoveryCodes } from './requests';
import { RecoveryCodes, SetUpSecondFactor } from './SetUpSecondFactor';

/** Whether there is a second factor, setting it up, and removing it. */
export function SecondFactorPart({ account }: { account: Account }) {
  // Setting it up ends with the recovery codes, when the account has one already.
  const [isSettingUp, setSettingUp] = useState(false);
  return (
    <Part title="Second factor" note={account.has_second_factor ? 'on' : 'off'}>
      <div className={classes.narrow}>
        <p className="soft">
          When you sign in you also give a code that an app on your phone shows. Your password alone is then of no use
          to others.
        </p>
        {isSettingUp ? (
          <SetUpSecondFactor
            account={account}
            onDone={() => setSettingUp(false)}
            onCancel={() => setSettingUp(false)}
          />
        ) : account.has_second_factor ? (
          <Present account={account} />
        ) : (
          <div>
            <Button onClick={() => setSettingUp(true)}>Set up</Button>
          </div>
        )}
      </div>
    </Part>
  );
}

function Present({ account }: { account: Account }) {
  const [asking, setAsking] = useState<'renew' | 'remove' | null>(null);
  const renew = useRenewRecoveryCodes();
  const remove = useRemoveSecondFactor();
  const sending = asking === 'remove' ? remove : renew;
  const { values, change, field, rest } = useFields({ code: '' }, sending.error);
  const close = () => {
    setAsking(null);
    change({ code: '' });
    remove.reset();
  };
  if (renew.data) {
    return (
      <RecoveryCodes
        codes={renew.data.recovery_codes}
        onDone={() => {
          renew.reset();
          close();
        }}
      />
    );
  }
  return (
    <>
      <p>{plural(account.n_recovery_codes, 'recovery code')} left for when you do not have your phone.</p>
      {asking === null ? (
        <Group gap={8}>
          <Button onClick={() => setAsking('renew')}>New recovery codes…</Button>
          <Button onClick={() => setAsking('remove')}>Turn off…</Button>
        </Group>
      ) : (
        <Form
          label={asking === 'remove' ? 'Turn off the second factor' : 'New recovery codes'}
          secondary
          onSubmit={() => sending.mutate(values.code)}
          error={rest}
          submit={asking === 'remove' ? 'Turn off' : 'Make new codes'}
          isPending={sending.isPending}
          disabled={!values.code.trim()}
          beside={<Button onClick={close}>Cancel</Button>}
        >
          <TextInput
            label="Code of your app, or a recovery code"
            description={
              asking === 'remove' && account.needs_second_factor
                ? 'This site requires a second factor: you will have to set up another one at once.'
                : undefined
            }
            required
            autoFocus
            autoComplete="one-time-code"
            maxLength={40}
            {...field('code')}
          />
        </Form>
      )}
    </>
  );
}
