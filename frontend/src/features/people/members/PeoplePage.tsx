import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useChangeMember, useMembers, useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { useSession } from '@/api/session';
import type { Member, Role } from '@/api/types';
import { type Removed, useTakeBack } from '@/features/people/requests/leaving';
import { plural } from '@/lib/format';
import { useAddressParams } from '@/lib/useChooseParams';
import { BulkResult } from '@/ui/BulkBar';
import { ErrorNote } from '@/ui/ErrorNote';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { Table, unseen } from '@/ui/Table';
import { AddMember } from './AddMember';
import { Announcements } from './Announcements';
import { InviteList } from './InviteList';
import { InvitePeople } from './InvitePeople';
import { MemberReads } from './MemberReads';
import { PendingInvitations } from './PendingInvitations';
import classes from './People.module.css';
import { RemoveMember } from './RemoveMember';
import { removedWords } from './removal';
import { roles } from './roles';

/** Who belongs to a project, with which role. */
export function PeoplePage() {
  const { slug = '' } = useParams();
  const members = useMembers(slug);
  const { role, is_assigned: isAssigned } = useProject(slug).data ?? {};
  const invites = useAddressParams().get('invite') === 'list';
  const [gone, setGone] = useState<Gone | null>(null);
  return (
    <Page
      title="People"
      guide="admin#people-and-roles"
      aside={
        <>
          {may(role, 'member-invitations', 'create') && (
            <Part title="Invite">
              <InvitePeople slug={slug} />
              <details className={classes.others} open={invites}>
                <summary>Invite many from a list</summary>
                <InviteList
                  slug={slug}
                  isFirst={invites}
                  next={
                    isAssigned === false && (
                      <Link to={`/p/${slug}/reviews/assignments`}>Next: say how reviews are assigned</Link>
                    )
                  }
                />
              </details>
            </Part>
          )}
          {may(role, 'members', 'create') && <AddMember slug={slug} />}
          <Part title="Roles">
            <dl style={{ display: 'grid', gap: 8 }}>
              {Object.entries(roles).map(([role, what]) => (
                <div key={role}>
                  <dt style={{ fontWeight: 600 }}>{role}</dt>
                  <dd className="soft">{what}</dd>
                </div>
              ))}
            </dl>
          </Part>
        </>
      }
    >
      <Part title="Members" note={members.data && plural(members.data.length, 'person', 'people')}>
        <div role="status">{gone && <WasRemoved slug={slug} gone={gone} onClose={() => setGone(null)} />}</div>
        <Pending of={members} what="the members" />
        {members.data && (
          <Table label="Members" columns={['Name', 'User name', 'Role', 'Reads', unseen('Remove')]}>
            {members.data.map((member) => (
              <MemberRow
                key={member.id}
                slug={slug}
                member={member}
                myRole={role}
                onRemoved={(user, removed) => setGone({ id: user.id, name: user.name || user.username, removed })}
              />
            ))}
          </Table>
        )}
      </Part>
      {may(role, 'announcements', 'written') && <Announcements slug={slug} />}
      {may(role, 'member-invitations', 'list') && <PendingInvitations slug={slug} />}
    </Page>
  );
}

interface Gone {
  id: number;
  name: string;
  removed: Removed;
}

/** What removing somebody did, until it is dismissed; with its undo. */
function WasRemoved({ slug, gone, onClose }: { slug: string; gone: Gone; onClose: () => void }) {
  const back = useTakeBack(slug);
  return (
    <>
      {back.isError && <ErrorNote error={back.error} />}
      <BulkResult
        words={removedWords(gone.name, gone.removed)}
        actions={
          <Button loading={back.isPending} onClick={() => back.mutate(gone.id, { onSuccess: onClose })}>
            Undo
          </Button>
        }
        onClose={onClose}
      />
    </>
  );
}

interface MemberRowProps {
  slug: string;
  member: Member;
  myRole: string | null | undefined;
  onRemoved: (user: Member['user'], removed: Removed) => void;
}

/** A person in the project: their role, which an admin can change, and removing them. */
function MemberRow({ slug, member, myRole, onRemoved }: MemberRowProps) {
  const change = useChangeMember(slug);
  const me = useSession().data?.user?.id;
  const name = member.user.name || member.user.username;
  return (
    <tr>
      <th scope="row">
        {may(myRole, 'person-work', 'retrieve') || (member.user.id === me && may(myRole, 'person-work', 'own')) ? (
          <Link to={`/p/${slug}/people/${member.user.id}`} dir="auto">
            {name}
          </Link>
        ) : (
          <span dir="auto">{name}</span>
        )}
        {change.error && <ErrorNote error={change.error} />}
      </th>
      <td data-name className="soft">
        {member.user.username}
      </td>
      <td>
        {may(myRole, 'members', 'partial_update') ? (
          <NativeSelect
            aria-label={`Role of ${name}`}
            size="xs"
            miw={110}
            value={change.isPending ? (change.variables.role ?? member.role) : member.role}
            disabled={change.isPending}
            onChange={(event) => change.mutate({ id: member.id, role: event.currentTarget.value as Role })}
            data={Object.keys(roles)}
          />
        ) : (
          member.role
        )}
      </td>
      <td>
        <MemberReads slug={slug} member={member} mayChange={may(myRole, 'members', 'partial_update')} />
      </td>
      <td data-right>
        {may(myRole, 'members', 'destroy') && <RemoveMember slug={slug} member={member} onRemoved={onRemoved} />}
      </td>
    </tr>
  );
}
