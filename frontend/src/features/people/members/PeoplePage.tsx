import { NativeSelect } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useChangeMember, useMembers, useProject, useRemoveMember } from '@/api/projects';
import { may } from '@/api/roles';
import type { Member, Role } from '@/api/types';
import { plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { Table, unseen } from '@/ui/Table';
import { AddMember } from './AddMember';
import { InviteList } from './InviteList';
import { InvitePeople } from './InvitePeople';
import { PendingInvitations } from './PendingInvitations';
import classes from './People.module.css';
import { roles } from './roles';
import { WhatStays } from './WhatStays';

/** Who belongs to a project, with which role. */
export function PeoplePage() {
  const { slug = '' } = useParams();
  const members = useMembers(slug);
  const role = useProject(slug).data?.role;
  return (
    <Page
      title="People"
      guide="admin#people-and-roles"
      aside={
        <>
          {may(role, 'member-invitations', 'create') && (
            <Part title="Invite">
              <InvitePeople slug={slug} />
              <details className={classes.others}>
                <summary>Invite many from a list</summary>
                <InviteList slug={slug} />
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
        <Pending of={members} what="the members" />
        {members.data && (
          <Table label="Members" columns={['Name', 'User name', 'Role', unseen('Remove')]}>
            {members.data.map((member) => (
              <MemberRow key={member.id} slug={slug} member={member} myRole={role} />
            ))}
          </Table>
        )}
      </Part>
      {may(role, 'member-invitations', 'list') && <PendingInvitations slug={slug} />}
    </Page>
  );
}

interface MemberRowProps {
  slug: string;
  member: Member;
  myRole: string | null | undefined;
}

/** A person in the project: their role, which an admin can change, and removing them. */
function MemberRow({ slug, member, myRole }: MemberRowProps) {
  const change = useChangeMember(slug);
  const remove = useRemoveMember(slug);
  const name = member.user.name || member.user.username;
  const error = change.error ?? remove.error;
  return (
    <tr>
      <th scope="row">
        {may(myRole, 'person-work', 'retrieve') ? (
          <Link to={`/p/${slug}/people/${member.user.id}`} dir="auto">
            {name}
          </Link>
        ) : (
          <span dir="auto">{name}</span>
        )}
        {error && <ErrorNote error={error} />}
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
            value={change.isPending ? change.variables.role : member.role}
            disabled={change.isPending}
            onChange={(event) => change.mutate({ id: member.id, role: event.currentTarget.value as Role })}
            data={Object.keys(roles)}
          />
        ) : (
          member.role
        )}
      </td>
      <td data-right>
        {may(myRole, 'members', 'destroy') && (
          <AskFirst
            verb="Remove"
            label={`Remove ${name}`}
            question={<WhatStays slug={slug} member={member} />}
            yes={`Remove ${name}`}
            no="Cancel"
            isPending={remove.isPending}
            onYes={() => remove.mutate(member.id)}
          />
        )}
      </td>
    </tr>
  );
}
