import { useCallback, useState } from 'react';
import { draftThere, useSaveDraft, type WholeVersion } from '@/features/reviewing/requests/guidelines';
import { useAutosave } from '@/ui/large/useAutosave';
import { type Draft, sameDraft } from './model';

/** A draft that saves itself; where somebody else has saved theirs meanwhile, it waits until the two are compared. */
export function useDraft(slug: string, start: WholeVersion | Draft) {
  const { mutateAsync } = useSaveDraft(slug);
  const [draft, setDraft] = useState<Draft>({ text: start.text, labels: start.labels });
  const isStored = 'revision' in start && start.revision > 0;
  const { resolve, version, ...saving } = useAutosave({
    value: draft,
    start: {
      value: { text: start.text, labels: start.labels },
      version: isStored ? start.revision : null,
      at: isStored ? start.saved_at : null,
    },
    isSame: sameDraft,
    store: useCallback(
      (draft: Draft, revision: number | null) =>
        mutateAsync({ ...draft, revision }).then((now) => ({ version: now.revision, at: now.saved_at })),
      [mutateAsync],
    ),
    theirsOf,
  });
  return {
    ...saving,
    draft,
    revision: version,
    change: (next: Partial<Draft>) => setDraft((before) => ({ ...before, ...next })),
    /** Goes on from what somebody else has saved: with one's own text on top of it, or with theirs. */
    resolve: (taken: 'mine' | 'theirs') => {
      if (taken === 'theirs' && saving.theirs) setDraft(saving.theirs.value);
      resolve();
    },
  };
}

function theirsOf(error: unknown) {
  const there = draftThere(error);
  if (!there) return null;
  const { text, labels, revision, saved_at, savedBy } = there;
  return { value: { text, labels }, version: revision, at: saved_at, savedBy };
}
