/** The data card while somebody writes it: it saves itself, and waits where somebody else has saved theirs meanwhile. */

import { useCallback, useEffect, useState } from 'react';
import { useAutosave } from '@/ui/large/useAutosave';
import { cardThere, type DataCard, useWriteDataCard } from './requests';

/** By the key of the part. */
export type CardTexts = Readonly<Record<string, string>>;

export function useCard(card: DataCard) {
  const [start] = useState(() => stateOf(card));
  const [texts, setTexts] = useState<CardTexts>(start.value);
  const { mutateAsync } = useWriteDataCard(card.test_set);
  const { resolve, goOnFrom, before, ...saving } = useAutosave({
    value: texts,
    start,
    isSame: isSameCard,
    store: useCallback(
      (texts: CardTexts, revision: number | null, before: CardTexts) =>
        mutateAsync({ revision: revision ?? 0, texts: changesIn(texts, before) }).then((now) => ({
          version: now.revision,
          at: now.changed_at,
        })),
      [mutateAsync],
    ),
    theirsOf: useCallback((error: unknown) => theirsOf(error, Object.keys(start.value)), [start]),
  });
  // Where somebody else has written, and nothing waits to be saved, what they wrote is shown.
  const isBehind = saving.isSaved && !saving.isSaving && !saving.theirs && card.revision > (saving.version ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each revision
  useEffect(() => {
    if (!isBehind) return;
    const now = stateOf(card);
    goOnFrom(now);
    setTexts(now.value);
  }, [isBehind, card.revision]);
  /** Theirs with the parts on top of it that one has changed oneself. */
  const mine = saving.theirs && { ...saving.theirs.value, ...changesIn(texts, before) };
  return {
    texts,
    saving,
    mine,
    write: (key: string, text: string) => setTexts((before) => ({ ...before, [key]: text })),
    resolve: (taken: 'mine' | 'theirs') => {
      if (!saving.theirs || !mine) return;
      setTexts(taken === 'mine' ? mine : saving.theirs.value);
      resolve();
    },
  };
}

function stateOf({ parts, revision, changed_at }: DataCard) {
  const value: CardTexts = Object.fromEntries(parts.map(({ key, text }) => [key, text]));
  return { value, version: revision, at: changed_at };
}

/** The parts of a card that say something else than in another. */
export function changesIn(now: CardTexts, before: CardTexts): Record<string, string> {
  return Object.fromEntries(Object.entries(now).filter(([key, text]) => text.trim() !== (before[key] ?? '').trim()));
}

function isSameCard(one: CardTexts, other: CardTexts): boolean {
  return Object.keys(changesIn(one, other)).length === 0;
}

/** With all parts of the card, as the answer names only those that hold something. */
function theirsOf(error: unknown, keys: string[]) {
  const there = cardThere(error);
  if (!there) return null;
  const { card, savedBy } = there;
  const texts = card.texts as CardTexts;
  const value: CardTexts = Object.fromEntries(keys.map((key) => [key, texts[key] ?? '']));
  return { value, version: card.revision, at: card.changed_at, savedBy };
}
