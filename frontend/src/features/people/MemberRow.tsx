import { NativeSelect } from '@mantine/core';
import { useChangeMember, useRemoveMember } from '@/api/projects';
import type { Member, Role } from '@/api/types';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';

export const roles: Record<Role, string> = {
  admin: 'Everything: imports, people, settings, test sets, authors’ links.',
  adjudicator: 'Reviews; sees everybody’s reviews, sends them back, makes test sets.',
  annotator: 'Reviews talks; sees no review but their own.',
  viewer: 'Reads, submitted reviews among it.',
};

export function MemberRow({ slug, member, canChange }: { slug: string; member: Member; canChange: boolean }) {
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
        {canChange ? (
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
        {canChange && (
          <AskFirst
            verb="Remove"
            label={`Remove ${name}`}
            question={`What ${name} did stays.`}
            yes={`Remove ${name}`}
            no="Keep"
            isPending={remove.isPending}
            onYes={() => remove.mutate(member.id)}
          />
        )}
      </td>
    </tr>
  );
}
