import { useState } from 'react';
import type { Defaults, Invitation } from '@/api/types';
import { dayFromNow, endOfDay } from '@/features/authors/linkDates';
import { putOnClipboard } from '@/lib/clipboard';
import { plural } from '@/lib/format';
import { type ActVerb, useActOnInvitations } from './requests';
import { resultWords } from './states';

interface LinkActsOf {
  slug: string;
  /** Nothing is done before they are known. */
  defaults: Defaults | undefined;
  onDone: () => void;
}

/** What is done with authors' links, and the words for how it went. */
export function useLinkActs({ slug, defaults, onDone }: LinkActsOf) {
  const act = useActOnInvitations(slug);
  const [result, setResult] = useState<string | null>(null);
  return {
    result,
    setResult,
    isActing: act.isPending,
    error: act.error,
    run: (verb: ActVerb, of: readonly Invitation[]) => {
      if (of.length === 0 || !defaults) return;
      const isLonger = verb === 'extend' || verb === 'reopen';
      const closes_at = endOfDay(dayFromNow(defaults.invitation_days));
      act.mutate(
        { verb, ids: of.map(({ id }) => id), ...(isLonger && { closes_at }) },
        {
          onSuccess: ({ n_done, left }) => {
            onDone();
            setResult(resultWords(verb, n_done, left, closes_at));
          },
        },
      );
    },
    copy: async (of: readonly Invitation[]) => {
      if (of.length === 0 || !defaults) return;
      const lines = of.map((each) => (of.length > 1 ? `${each.author_name}\t${each.url}` : each.url));
      try {
        await putOnClipboard(lines.join('\n'));
        setResult(`${plural(of.length, 'link')} copied.`);
      } catch {
        setResult('The browser refused to copy.');
      }
    },
  };
}

export type LinkActs = ReturnType<typeof useLinkActs>;
