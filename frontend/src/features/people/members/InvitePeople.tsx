import { NativeSelect, TextInput } from '@mantine/core';
import { useDefaults } from '@/api/defaults';
import type { MemberInvitation, Role } from '@/api/types';
import { useInvite } from '@/features/people/requests/memberInvitations';
import { useProjectLanguages } from '@/features/people/requests/projectLanguages';
import { CopyButton } from '@/ui/CopyButton';
import { Form } from '@/ui/Form';
import { LanguagesField } from '@/ui/large/LanguagesField';
import { useFields } from '@/ui/useFields';
import classes from './People.module.css';
import { roles } from './roles';

/** Invites one person: by e-mail where there is an address, and by a link to pass on in any case. */
export function InvitePeople({ slug }: { slug: string }) {
  const invite = useInvite(slug);
  const known = useProjectLanguages(slug, true);
  const sendsEmail = useDefaults().data?.sends_email;
  const blank = { email: '', name: '', role: 'annotator' as Role, languages: [] as string[] };
  const { values, change, field, rest } = useFields(blank, invite.error);
  const [email, name] = [values.email.trim(), values.name.trim()];
  return (
    <>
      {sendsEmail === false && (
        <p className={classes.quiet}>
          This site is not set up to send e-mail: messages go to the log of its worker. Pass the links on yourself.
        </p>
      )}
      <Form
        label="Invite a person"
        onSubmit={() => invite.mutate({ ...values, email, name }, { onSuccess: () => change({ email: '', name: '' }) })}
        error={rest}
        submit={email ? 'Send invitation' : 'Create link'}
        isPending={invite.isPending}
      >
        <TextInput
          label="E-mail"
          description="Leave it empty for a link that you pass on yourself."
          type="email"
          maxLength={254}
          {...field('email')}
        />
        <TextInput label="Name" maxLength={150} {...field('name')} />
        <NativeSelect label="Role" data={Object.keys(roles)} {...field('role')} />
        <LanguagesField
          label="Reads"
          description="The queue gives only pairs in these. Leave it empty for all."
          known={known}
          {...field('languages')}
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
