import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Defaults, Run } from '@/api/types';
import { plural } from '@/lib/format';
import { type Asked, requestOf, untouched } from './asked';
import { type InvitedAuthors, useChecked, useInviteAuthors, useWordings } from './requests';
import { useAuthorsList } from './useAuthorsList';

export interface InvitingOf {
  slug: string;
  defaults: Defaults;
  /** Runs of the one talk that is rated, newest first; without them, each line of the list names its talk. */
  runs?: readonly Run[] | undefined;
  onClose: () => void;
  onDone: (words: string) => void;
}

/** Inviting the authors of a list: how they are asked, what the server says of the list, and what became of it. */
export function useInviting({ slug, defaults, runs, onClose, onDone }: InvitingOf) {
  const invite = useInviteAuthors(slug);
  const [run, setRun] = useState(runs?.[0]?.id);
  const [asked, setAsked] = useState(untouched);
  const [invited, setInvited] = useState<InvitedAuthors | null>(null);
  const wordings = useWordings(slug, asked.language).data;
  const authors = useAuthorsList({ slug, run, onType: invite.reset });
  const { lines } = authors.list;
  const request = requestOf(asked, lines, defaults);
  const [settled] = useDebouncedValue(request, 300, { leading: true });
  const answer = useChecked(slug, settled).data;
  const checked = lines.length > 0 ? answer : undefined;
  const nWrong = checked?.n_wrong ?? 0;

  const send = (byMail: boolean) =>
    invite.mutate(
      { ...request, send: byMail },
      {
        onSuccess: (now) => {
          onDone(doneWords(now, byMail, nWrong));
          if (byMail && now.n_sent === now.n_invited && nWrong === 0) {
            onClose();
            return;
          }
          setInvited(now);
          authors.keepOnly(new Set(now.left.flatMap(({ line }) => (line === undefined ? [] : [line]))));
        },
      },
    );
  return {
    authors,
    asked,
    ask: (change: Partial<Asked>) => setAsked((before) => ({ ...before, ...change })),
    run,
    setRun,
    wordings,
    checked,
    nWrong,
    isReady: Boolean(checked && checked.n_ready > 0 && checked.wording === ''),
    send,
    isSending: invite.isPending,
    error: invite.error,
    /** Who has been invited, until the lines that were wrong are put right. */
    invited,
    fix: () => {
      setInvited(null);
      authors.edit(false);
    },
  };
}

export type Inviting = ReturnType<typeof useInviting>;

/** "2 links created. 1 line left for you to fix." */
function doneWords({ n_sent, n_invited }: InvitedAuthors, byMail: boolean, nWrong: number): string {
  const first =
    byMail && n_sent > 0
      ? `${plural(n_sent, 'invitation is', 'invitations are')} being sent.`
      : `${plural(n_invited, 'link')} created.`;
  return nWrong > 0 ? `${first} ${plural(nWrong, 'line')} left for you to fix.` : first;
}
