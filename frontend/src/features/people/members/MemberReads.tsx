import { useChangeMember } from '@/api/projects';
import type { Member } from '@/api/types';
import { useProjectLanguages } from '@/features/people/requests/projectLanguages';
import { languagesInWords } from '@/lib/languages';
import { ChangeReads } from '@/ui/large/Reads';
import classes from './People.module.css';

interface MemberReadsProps {
  slug: string;
  member: Member;
  mayChange: boolean;
}

/** What a member reads, in a line of the table; admins can change it. */
export function MemberReads({ slug, member, mayChange }: MemberReadsProps) {
  const change = useChangeMember(slug);
  const known = useProjectLanguages(slug, mayChange);
  const languages = member.languages ?? [];
  return (
    <span className={classes.reads}>
      <span className={languages.length === 0 ? 'soft' : undefined}>{languagesInWords(languages)}</span>
      {mayChange && (
        <ChangeReads
          name={member.user.name || member.user.username}
          languages={languages}
          known={known}
          isPending={change.isPending}
          error={change.error}
          onSave={(chosen, close) => change.mutate({ id: member.id, languages: chosen }, { onSuccess: close })}
        />
      )}
    </span>
  );
}
