import { useCallback, useEffect, useRef, useState } from 'react';

/** After so long without a change, what was changed is saved. */
const pause = 1500;

/** What the server has. `version`: by which it knows whether somebody else has saved since; null where it has nothing. */
export interface Saved<Value, Version> {
  value: Value;
  version: Version | null;
  /** When it was saved. */
  at: string | null;
}

interface AutosaveOf<Value, Version, Theirs> {
  /** As it is on the page now. */
  value: Value;
  /** What the server has as the page opens. */
  start: Saved<Value, Version>;
  isSame: (one: Value, other: Value) => boolean;
  /** Saves over the version that the page has, which said `before`. Must be stable. */
  store: (value: Value, version: Version | null, before: Value) => Promise<Omit<Saved<Value, Version>, 'value'>>;
  /** What somebody else has saved meanwhile, where that is why it was refused. Must be stable. */
  theirsOf: (error: unknown) => Theirs | null;
}

/**
 * Saves what is edited on a page by itself, also when one leaves by a link, and asks before the page is closed without.
 * Where somebody else has saved theirs meanwhile, it waits until `resolve`; not where that says the same, nor where it is
 * one's own, whose answer did not come through.
 */
export function useAutosave<Value, Version, Theirs extends Saved<Value, Version>>({
  value,
  start,
  isSame,
  store,
  theirsOf,
}: AutosaveOf<Value, Version, Theirs>) {
  const [saved, setSaved] = useState(start);
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setSaving] = useState(false);
  /** What was sent and not answered: the server may have saved it all the same. */
  const unanswered = useRef<Value[]>([]);
  const isSaved = unanswered.current.length === 0 && isSame(value, saved.value);
  const latest = useRef({ value, saved, isSaved, theirs, isSame });
  latest.current = { value, saved, isSaved, theirs, isSame };
  const busy = useRef<Promise<Version | null> | null>(null);

  /** Saves what is not saved; gives the version that the server has then, null if it could not be saved. */
  const save = useCallback(
    async (always = false): Promise<Version | null> => {
      while (busy.current) await busy.current;
      const { value, saved, isSaved, theirs } = latest.current;
      if (theirs) return null;
      if (isSaved && !(always && saved.version === null)) return saved.version;
      setSaving(true);
      setError(null);
      const goOn = (now: Saved<Value, Version>) => {
        const { current } = latest;
        latest.current = { ...current, saved: now, isSaved: current.isSame(current.value, now.value) };
        unanswered.current = [];
        setSaved(now);
      };
      let isSameThere = false;
      const attempt = store(value, saved.version, saved.value).then(
        ({ version, at }) => {
          goOn({ value, version, at });
          return version;
        },
        (error: unknown) => {
          const theirs = theirsOf(error);
          const sent = [...unanswered.current, value];
          isSameThere = theirs !== null && sent.some((one) => latest.current.isSame(one, theirs.value));
          if (theirs && isSameThere) {
            goOn(theirs);
            return theirs.version;
          }
          if (!theirs) unanswered.current.push(value);
          setTheirs(theirs);
          setError(theirs ? null : error);
          return null;
        },
      );
      busy.current = attempt;
      const version = await attempt;
      busy.current = null;
      setSaving(false);
      return isSameThere && !latest.current.isSaved ? save() : version;
    },
    [store, theirsOf],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change begins another pause
  useEffect(() => {
    if (isSaved || theirs) return;
    const timer = setTimeout(() => void save(), pause);
    return () => clearTimeout(timer);
  }, [value, isSaved, theirs, save]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!latest.current.isSaved) event.preventDefault();
    };
    globalThis.addEventListener('beforeunload', warn);
    return () => {
      globalThis.removeEventListener('beforeunload', warn);
      // Whoever leaves by a link has made the change all the same.
      if (!latest.current.isSaved && !latest.current.theirs) void save();
    };
  }, [save]);

  /** Goes on from what somebody else has saved; whoever takes theirs puts it on the page. */
  const resolve = () => {
    if (!theirs) return;
    unanswered.current = [];
    setSaved(theirs);
    setTheirs(null);
  };

  /** Goes on from what the server has now: whoever calls it puts that on the page. */
  const goOnFrom = (now: Saved<Value, Version>) => setSaved(now);

  return {
    save,
    resolve,
    goOnFrom,
    theirs,
    isSaved,
    isSaving,
    error,
    before: saved.value,
    version: saved.version,
    savedAt: saved.at,
  };
}
