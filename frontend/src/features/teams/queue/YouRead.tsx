import { useMembers } from '@/api/projects';
import { type Queue, useOwnLanguages } from '@/api/queue';
import { plural } from '@/lib/format';
import { ChangeReads, LanguageTiles } from '@/ui/large/Reads';
import { Part } from '@/ui/Page';
import { countedTo } from './model';

/** The languages that one reads, which the queue goes by. */
export function YouRead({ slug, languages }: { slug: string; languages: Queue['languages'] }) {
  const change = useOwnLanguages(slug);
  return (
    <Part
      title="You read"
      actions={
        <ChangeReads
          languages={languages}
          isPending={change.isPending}
          error={change.error}
          onSave={(chosen, close) => change.mutate(chosen, { onSuccess: close })}
        />
      }
    >
      <LanguageTiles languages={languages} />
    </Part>
  );
}

/** Why the queue is empty where it is not for others, and what can be done. */
export function NoneInYours({ slug, nUnread }: { slug: string; nUnread: number }) {
  const admins = (useMembers(slug).data ?? []).filter(({ role }) => role === 'admin');
  const names = admins.slice(0, 2).map(({ user }) => user.name || user.username);
  const here =
    nUnread >= countedTo ? `${countedTo} pairs or more are here` : plural(nUnread, 'pair is here', 'pairs are here');
  return (
    <p className="soft">
      {here}, none in languages that you read. Change what you read, or ask {names.join(' or ') || 'an admin'}.
    </p>
  );
}
