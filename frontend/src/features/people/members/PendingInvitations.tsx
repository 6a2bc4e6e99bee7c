import { Button } from '@mantine/core';
import { useDefaults } from '@/api/defaults';
import type { MemberInvitation } from '@/api/types';
import {
  useMemberInvitations,
  useRevokeInvitation,
  useSendInvitation,
} from '@/features/people/requests/memberInvitations';
import { ago, date, plural } from '@/lib/format';
import { languagesInWords } from '@/lib/languages';
import { AskFirst } from '@/ui/AskFirst';
import { CopyButton } from '@/ui/CopyButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import { Table, unseen } from '@/ui/Table';
import classes from './People.module.css';

/** Who is invited and has not joined yet, with all links to copy at once. Nothing is shown while there is nobody. */
export function PendingInvitations({ slug }: { slug: string }) {
  const pending = useMemberInvitations(slug, true);
  if (pending.isPending || (pending.data && pending.data.length === 0)) return null;
  const links = (pending.data ?? []).filter(({ open }) => open).map((one) => `${nameOf(one)}\t${one.url}`);
  return (
    <Part
      title="Invited"
      note={pending.data && plural(pending.data.length, 'person', 'people')}
      actions={links.length > 1 && <CopyButton text={links.join('\n')} label="Copy all links" />}
    >
      {pending.isError && <ErrorNote error={pending.error} onRetry={() => void pending.refetch()} />}
      {pending.data && (
        <Table label="Invited" columns={['Name', 'Role', 'Invitation', unseen('Link, send again, revoke')]}>
          {pending.data.map((invitation) => (
            <Row key={invitation.id} slug={slug} invitation={invitation} />
          ))}
        </Table>
      )}
    </Part>
  );
}

const nameOf = ({ name, email }: MemberInvitation) => name || email || 'somebody with the link';

function Row({ slug, invitation }: { slug: string; invitation: MemberInvitation }) {
  const send = useSendInvitation(slug);
  const revoke = useRevokeInvitation(slug);
  const error = send.error ?? revoke.error;
  const who = nameOf(invitation);
  return (
    <tr>
      <th scope="row">
        <span dir="auto">{who}</span>
        {invitation.name && invitation.email && <small>{invitation.email}</small>}
        {error && <ErrorNote error={error} />}
      </th>
      <td>
        {invitation.role}
        {invitation.languages && invitation.languages.length > 0 && (
          <small>reads {languagesInWords(invitation.languages)}</small>
        )}
      </td>
      <td>
        <State invitation={invitation} />
      </td>
      <td data-right>
        <div className={classes.acts}>
          {invitation.open && <CopyButton text={invitation.url} label="Copy link" />}
          {invitation.email && !invitation.is_waiting && (
            <Button
              aria-label={`Send again to ${who}`}
              loading={send.isPending}
              onClick={() => send.mutate(invitation.id)}
            >
              Send again
            </Button>
          )}
          <AskFirst
            verb="Revoke"
            label={`Revoke the invitation of ${who}`}
            question="The link stops working."
            yes="Revoke"
            isPending={revoke.isPending}
            onYes={() => revoke.mutate(invitation.id)}
          />
        </div>
      </td>
    </tr>
  );
}

function State({ invitation }: { invitation: MemberInvitation }) {
  const sendsEmail = useDefaults().data?.sends_email !== false;
  if (invitation.send_error) {
    const next = invitation.is_waiting ? ' It will be tried again.' : '';
    return (
      <span className={classes.bad}>
        Not sent: {invitation.send_error}
        {/[.!?]$/.test(invitation.send_error) ? '' : '.'}
        {next}
      </span>
    );
  }
  if (!invitation.open) return <span className={classes.bad}>expired on {date(invitation.expires_at)}</span>;
  if (invitation.is_waiting) return <>is being sent</>;
  return (
    <>
      {invitation.sent_at && sendsEmail
        ? `sent ${ago(invitation.sent_at)}`
        : `${invitation.sent_at ? 'written to the log' : 'made'} ${ago(invitation.sent_at ?? invitation.created_at)}`}
      <small>until {date(invitation.expires_at)}</small>
    </>
  );
}
