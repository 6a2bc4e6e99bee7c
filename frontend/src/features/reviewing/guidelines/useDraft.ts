import { useCallback, useEffect, useRef, useState } from 'react';
import { type DraftThere, draftThere, useSaveDraft, type WholeVersion } from '@/features/reviewing/requests/guidelines';
import { type Draft, sameDraft } from './model';

/** After so long without a key, what was written is saved. */
const pause = 1500;

interface Saved extends Draft {
  revision: number | null;
  at: string | null;
}

/** A draft that saves itself; where somebody else has saved theirs meanwhile, it waits until the two are compared. */
export function useDraft(slug: string, start: WholeVersion | Draft) {
  const saving = useSaveDraft(slug);
  const [draft, setDraft] = useState<Draft>({ text: start.text, labels: start.labels });
  const [saved, setSaved] = useState<Saved>(() => ({
    text: start.text,
    labels: start.labels,
    revision: 'revision' in start && start.revision > 0 ? start.revision : null,
    at: 'saved_at' in start && start.revision > 0 ? start.saved_at : null,
  }));
  const [theirs, setTheirs] = useState<(DraftThere & { savedBy: string }) | null>(null);
  const isSaved = sameDraft(draft, saved);
  const latest = useRef({ draft, saved, isSaved, theirs });
  latest.current = { draft, saved, isSaved, theirs };
  const busy = useRef<Promise<number | null> | null>(null);
  const { mutateAsync, reset } = saving;

  /** Saves what is not saved; gives the revision that the server has then, null if it could not be saved. */
  const save = useCallback(
    async (always = false): Promise<number | null> => {
      while (busy.current) await busy.current;
      const { draft, saved, isSaved, theirs } = latest.current;
      if (theirs) return null;
      if (isSaved && !(always && saved.revision === null)) return saved.revision;
      const attempt = mutateAsync({ ...draft, revision: saved.revision }).then(
        ({ revision, saved_at }) => {
          const now = { ...draft, revision, at: saved_at };
          latest.current = { ...latest.current, saved: now, isSaved: sameDraft(latest.current.draft, now) };
          setSaved(now);
          return revision;
        },
        (error: unknown) => {
          setTheirs(draftThere(error));
          return null;
        },
      );
      busy.current = attempt;
      const revision = await attempt;
      busy.current = null;
      return revision;
    },
    [mutateAsync],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change begins another pause
  useEffect(() => {
    if (isSaved || theirs) return;
    const timer = setTimeout(() => void save(), pause);
    return () => clearTimeout(timer);
  }, [draft, isSaved, theirs, save]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!latest.current.isSaved) event.preventDefault();
    };
    globalThis.addEventListener('beforeunload', warn);
    return () => {
      globalThis.removeEventListener('beforeunload', warn);
      // Whoever leaves by a link has written it all the same.
      if (!latest.current.isSaved && !latest.current.theirs) void save();
    };
  }, [save]);

  const change = (next: Partial<Draft>) => {
    reset();
    setDraft((before) => ({ ...before, ...next }));
  };

  /** Goes on from what somebody else has saved: with one's own text on top of it, or with theirs. */
  const resolve = (taken: 'mine' | 'theirs') => {
    if (!theirs) return;
    reset();
    setSaved({ text: theirs.text, labels: theirs.labels, revision: theirs.revision, at: theirs.saved_at });
    if (taken === 'theirs') setDraft({ text: theirs.text, labels: theirs.labels });
    setTheirs(null);
  };

  return {
    draft,
    change,
    save,
    resolve,
    theirs,
    isSaved,
    isSaving: saving.isPending,
    error: theirs ? null : saving.error,
    revision: saved.revision,
    savedAt: saved.at,
  };
}
