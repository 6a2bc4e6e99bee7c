import { useChangeMember, useMembers } from '@/api/projects';
import { ChangeReads, LanguageTiles } from '@/ui/large/Reads';
import { Part } from '@/ui/Page';

/** The languages that a member reads, which the queue goes by. */
export function PersonReads({ slug, person }: { slug: string; person: number }) {
  const member = useMembers(slug).data?.find(({ user }) => user.id === person);
  const change = useChangeMember(slug);
  if (!member) return null;
  return (
    <Part
      title="Reads"
      actions={
        <ChangeReads
          name={member.user.name || member.user.username}
          languages={member.languages}
          isPending={change.isPending}
          error={change.error}
          onSave={(languages, close) => change.mutate({ id: member.id, languages }, { onSuccess: close })}
        />
      }
    >
      <LanguageTiles languages={member.languages} />
      <p className="soft">The queue gives only pairs whose two languages are here.</p>
    </Part>
  );
}
