import { NativeSelect, TextInput } from '@mantine/core';
import type { Defaults } from '@/api/types';
import { date, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { CopyButton } from '@/ui/CopyButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { useFields } from '@/ui/useFields';
import { WithDefaults } from '@/ui/WithDefaults';
import classes from './Tokens.module.css';
import { type NewToken, useMakeToken, useRevokeToken, useTokens } from './tokens';

const scopes = [
  { value: 'read', label: 'Read only' },
  { value: 'write', label: 'Read and write' },
];
const aMonth = 30;
const aYear = 365;

/** One's API tokens: what there are, a new one (shown once), and revoking them. */
export function TokenPart() {
  const tokens = useTokens();
  const make = useMakeToken();
  const revoke = useRevokeToken();
  const error = tokens.error ?? revoke.error;
  return (
    <Part title="API tokens">
      <p className="soft">
        Scripts send one as <code className="code">Authorization: Token …</code> and act in your name. See the{' '}
        <a href="/api/v1/docs/">API documentation</a>. Changing your password revokes all of them.
      </p>
      {error && <ErrorNote error={error} />}
      {tokens.data?.length === 0 && <p>You have no tokens.</p>}
      <ul className={classes.tokens}>
        {tokens.data?.map((token) => (
          <li key={token.id}>
            <span>
              <b dir="auto">{token.name}</b>
              <span className="soft">
                {token.scope === 'read' ? 'Read only' : 'Read and write'}, expires {date(token.expires_at)}
              </span>
            </span>
            <AskFirst
              verb="Revoke"
              label={`Revoke ${token.name}`}
              question="Scripts that use this token will stop working."
              yes="Revoke token"
              isPending={revoke.isPending}
              onYes={() => revoke.mutate(token.id)}
            />
          </li>
        ))}
      </ul>
      <div role="status">
        {make.data && (
          <div className={classes.newToken}>
            <p>Copy your new token now. It won’t be shown again.</p>
            <code className="code">{make.data.token}</code>
            <CopyButton text={make.data.token} label="Copy token" />
          </div>
        )}
      </div>
      <WithDefaults what="the form">{(defaults) => <CreateToken make={make} defaults={defaults} />}</WithDefaults>
    </Part>
  );
}

interface CreateTokenProps {
  make: ReturnType<typeof useMakeToken>;
  defaults: Defaults;
}

function CreateToken({ make, defaults }: CreateTokenProps) {
  const blank = { name: '', scope: 'read' as NonNullable<NewToken['scope']>, days: String(defaults.token_days) };
  const { values, change, field, rest } = useFields(blank, make.error);
  const name = values.name.trim();
  return (
    <Form
      label="New API token"
      secondary
      onSubmit={() =>
        make.mutate({ ...values, name, days: Number(values.days) }, { onSuccess: () => change({ name: '' }) })
      }
      error={rest}
      submit="Create token"
      isPending={make.isPending}
      disabled={!name}
    >
      <TextInput label="Name" placeholder="Nightly export" required maxLength={80} {...field('name')} />
      <NativeSelect label="Access" data={scopes} {...field('scope')} />
      <NativeSelect
        label="Expires after"
        {...field('days')}
        data={[aMonth, defaults.token_days, defaults.most_token_days].map((lasts) => ({
          value: String(lasts),
          label: lasts < aYear ? plural(lasts, 'day') : 'One year',
        }))}
      />
    </Form>
  );
}
