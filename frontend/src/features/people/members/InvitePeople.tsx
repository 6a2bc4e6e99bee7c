import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useDefaults } from '@/api/defaults';
import type { MemberInvitation, Role } from '@/api/types';
import { useInvite } from '@/features/people/requests/memberInvitations';
import { CopyButton } from '@/ui/CopyButton';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { TextField } from '@/ui/TextField';
import classes from './People.module.css';
import { roles } from './roles';

/** Invites one person: by e-mail where there is an address, and by a link to pass on in any case. */
export function InvitePeople({ slug }: { slug: string }) {
  const invite = useInvite(slug);
  const sendsEmail = useDefaults().data?.sends_email;
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('annotator');
  const errors = formErrors(invite.error, ['email', 'name']);
  const submit = () =>
    invite.mutate(
      { email: email.trim(), name: name.trim(), role },
      {
        onSuccess: () => {
          setEmail('');
          setName('');
        },
      },
    );
  return (
    <>
      {sendsEmail === false && (
        <p className={classes.quiet}>
          This site is not set up to send e-mail: messages go to the log of its worker. Pass the links on yourself.
        </p>
      )}
      <Form
        label="Invite a person"
        onSubmit={submit}
        error={errors.rest}
        submit={email.trim() ? 'Send invitation' : 'Create link'}
        isPending={invite.isPending}
      >
        <TextField
          label="E-mail"
          description="Leave it empty for a link that you pass on yourself."
          type="email"
          maxLength={254}
          value={email}
          onChange={setEmail}
          error={errors.field('email')}
        />
        <TextField label="Name" maxLength={150} value={name} onChange={setName} error={errors.field('name')} />
        <NativeSelect
          label="Role"
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
          data={Object.keys(roles)}
        />
      </Form>
      <div role="status">{invite.data && <Made invitation={invite.data} />}</div>
    </>
  );
}

function Made({ invitation }: { invitation: MemberInvitation }) {
  return (
    <div className={classes.made}>
      <p dir="auto">
        {invitation.email
          ? `The invitation to ${invitation.email} is being sent. You can also pass on its link:`
          : 'Pass on this link. It works once:'}
      </p>
      <code className="code">{invitation.url}</code>
      <CopyButton text={invitation.url} label="Copy link" />
    </div>
  );
}
