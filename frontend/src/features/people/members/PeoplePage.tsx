import { useParams } from 'react-router';
import { useMembers, useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { plural } from '@/lib/format';
import { Page, Part } from '@/ui/Page';
import { QueryNote } from '@/ui/QueryNote';
import { Table } from '@/ui/Table';
import { AddMember } from './AddMember';
import { InviteList } from './InviteList';
import { InvitePeople } from './InvitePeople';
import { MemberRow } from './MemberRow';
import { PendingInvitations } from './PendingInvitations';
import classes from './People.module.css';
import { roles } from './roles';

/** Who belongs to a project, with which role. */
export function PeoplePage() {
  const { slug = '' } = useParams();
  const members = useMembers(slug);
  const role = useProject(slug).data?.role;
  return (
    <Page
      title="People"
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
        <QueryNote query={members} what="the members" />
        {members.data && (
          <Table
            label="Members"
            head={
              <>
                <th>Name</th>
                <th>User name</th>
                <th>Role</th>
                <th>
                  <span className="vh">Remove</span>
                </th>
              </>
            }
          >
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
