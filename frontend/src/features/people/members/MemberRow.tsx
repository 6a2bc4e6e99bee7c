import { NativeSelect } from '@mantine/core';
import { useChangeMember, useRemoveMember } from '@/api/projects';
import { may } from '@/api/roles';
import type { Member, Role } from '@/api/types';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { roles } from './roles';

interface MemberRowProps {
  slug: string;
  member: Member;
  myRole: string | null | undefined;
}

/** A person in the project: their role, which an admin can change, and removing them. */
export function MemberRow({ slug, member, myRole }: MemberRowProps) {
  const change = useChangeMember(slug);
  const remove = useRemoveMember(slug);
  const name = member.user.name || member.user.username;
  const error = change.error ?? remove.error;
  return (
    <tr>
      <th scope="row">
        <span dir="auto">{name}</span>
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
            question={`${name}’s work is kept.`}
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
