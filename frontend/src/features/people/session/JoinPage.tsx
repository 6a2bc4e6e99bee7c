import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError } from '@/api/client';
import { useSession, useSignOut } from '@/api/session';
import type { JoinView } from '@/api/types';
import { useJoin, useJoinView } from '@/features/people/requests/memberInvitations';
import { date } from '@/lib/format';
import { useTitle } from '@/lib/useTitle';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { Loading } from '@/ui/Loading';
import { useFields } from '@/ui/useFields';
import { Doorway } from './Doorway';
import classes from './SignIn.module.css';
import { SignInForm } from './SignInForm';

/** Where the link of an invitation leads: one joins a project, with an account that one has or a new one. */
export function JoinPage() {
  const { token = '' } = useParams();
  const invitation = useJoinView(token);
  const session = useSession();
  const data = invitation.data;
  const isNowhere = invitation.error instanceof ApiError && invitation.error.status === 404;
  const title = data?.open ? `Join ${data.project}` : 'Invitation';
  useTitle(title);
  if (invitation.isPending || session.isPending) return <Loading what="the invitation" />;
  return (
    <Doorway title={title}>
      {isNowhere && <p>This link is not complete, or was not made here. Open it again from the message you got.</p>}
      {invitation.isError && !isNowhere && (
        <ErrorNote error={invitation.error} onRetry={() => void invitation.refetch()} />
      )}
      {data && !data.open && (
        <>
          <p>{data.why_closed}</p>
          <p className={classes.fine}>
            <Link to={session.data?.user ? `/p/${data.slug}` : '/sign-in'}>
              {session.data?.user ? 'Open the project' : 'Sign in'}
            </Link>
          </p>
        </>
      )}
      {data?.open && (
        <>
          <p className={classes.lead} dir="auto">
            {data.invited_by ? `${data.invited_by} invites you` : 'You are invited'} as {article(data.role)}. The
            invitation works once, until {date(data.expires_at)}.
          </p>
          {session.data?.user ? (
            <AsMyself token={token} name={session.data.user.name} />
          ) : (
            <AsSomebody token={token} invitation={data} />
          )}
        </>
      )}
    </Doorway>
  );
}

function article(role: string): string {
  return `${role.startsWith('a') ? 'an' : 'a'} ${role}`;
}

function AsMyself({ token, name }: { token: string; name: string }) {
  const join = useJoin(token);
  const signOut = useSignOut();
  const navigate = useNavigate();
  return (
    <div className={classes.form}>
      {join.error && <ErrorNote error={join.error} />}
      <Button
        variant="filled"
        size="md"
        fullWidth
        data-once
        loading={join.isPending}
        onClick={() => join.mutate({}, { onSuccess: ({ project }) => void navigate(`/p/${project}`) })}
      >
        <span dir="auto">Join as {name}</span>
      </Button>
      <Button loading={signOut.isPending} onClick={() => signOut.mutate()}>
        Use another account
      </Button>
    </div>
  );
}

function AsSomebody({ token, invitation }: { token: string; invitation: JoinView }) {
  const session = useSession().data;
  const [hasAccount, setHasAccount] = useState(!invitation.creates_account || Boolean(session?.needs_code));
  if (hasAccount) {
    return (
      <>
        <SignInForm next={`/join/${token}`} />
        {invitation.creates_account && (
          <p className={classes.fine}>
            <Button variant="subtle" onClick={() => setHasAccount(false)}>
              I have no account yet
            </Button>
          </p>
        )}
      </>
    );
  }
  return (
    <>
      <NewAccount token={token} invited={invitation.name} />
      <p className={classes.fine}>
        <Button variant="subtle" onClick={() => setHasAccount(true)}>
          {session?.provider ? `I have an account, or use ${session.provider}` : 'I have an account'}
        </Button>
      </p>
    </>
  );
}

function NewAccount({ token, invited }: { token: string; invited: string }) {
  const join = useJoin(token);
  const navigate = useNavigate();
  const { values, field, rest } = useFields({ name: invited, username: '', password: '' }, join.error);
  const username = values.username.trim();
  const submit = () =>
    join.mutate(
      { ...values, username, name: values.name.trim() },
      { onSuccess: ({ project }) => void navigate(`/p/${project}`) },
    );
  return (
    <Form
      label="New account"
      onSubmit={submit}
      error={rest}
      submit="Create account and join"
      isPending={join.isPending}
      disabled={!username || !values.password}
    >
      <TextInput
        label="Your name"
        description="Others see it beside your work."
        autoComplete="name"
        maxLength={150}
        {...field('name')}
      />
      <TextInput
        label="User name"
        description="You sign in with it. Letters, digits and @ . + - _"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={150}
        {...field('username')}
      />
      <PasswordInput label="Password" required autoComplete="new-password" {...field('password')} />
    </Form>
  );
}
