/** Once the row that is asked about is accepted, its answer goes to the server, and the page stays there. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Editor } from '../editor/editor';
import { answerOf, askedRow, type Passage } from './content';
import { type Outcome, type Round, sendAnswer } from './requests';

export interface Answers {
  outcomes: ReadonlyMap<number, Outcome>;
  /** The item whose answer is open, and whether the person looks at the row again meanwhile. */
  shown: Passage | null;
  isAgain: boolean;
  error: unknown;
  retry: () => void;
  next: () => void;
  again: () => void;
  back: () => void;
  note: (item: number, text: string) => void;
}

export function useAnswers(
  editor: Editor,
  slug: string,
  round: Round,
  passages: readonly Passage[],
  looked: number | null,
  onEnd: () => void,
): Answers {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(
    () => new Map(passages.flatMap(({ item }) => (item.outcome ? [[item.id, item.outcome] as const] : []))),
  );
  const [shown, setShown] = useState<Passage | null>(() => passages.find(({ item }) => item.id === looked) ?? null);
  const [isAgain, setAgain] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const sent = useRef(new Set(outcomes.keys()));

  const goTo = useCallback(
    (passage: Passage | undefined) => {
      const row = passage && askedRow(editor.state.doc, passage);
      if (!row) return;
      editor.moveTo(row.id, null);
      editor.set({ scroll: editor.scrolled('centre'), focus: editor.state.focus + 1 });
    },
    [editor],
  );
  const ask = useCallback(() => {
    const { doc } = editor.state;
    const passage = passages.find((one) => !sent.current.has(one.item.id) && askedRow(doc, one)?.status === 'accepted');
    if (!passage) return;
    const { id } = passage.item;
    sent.current.add(id);
    setError(null);
    sendAnswer(slug, round, id, answerOf(doc, passage)).then(
      (outcome) => {
        setOutcomes((held) => new Map(held).set(id, outcome));
        setShown(passage);
        setAgain(false);
        goTo(passage);
      },
      (reason: unknown) => {
        sent.current.delete(id);
        setError(reason);
      },
    );
  }, [editor, slug, round, passages, goTo]);

  useEffect(() => editor.store.subscribe((now, before) => now.doc !== before.doc && ask()), [editor, ask]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the round begins, or goes on, once
  useEffect(() => goTo(shown ?? passages.find(({ item }) => !sent.current.has(item.id))), []);

  const next = () => {
    setShown(null);
    setAgain(false);
    const following = passages.find(({ item }) => !outcomes.has(item.id));
    if (following) goTo(following);
    else onEnd();
  };
  const again = () => {
    setAgain(true);
    editor.set({ focus: editor.state.focus + 1 });
  };
  const note = (item: number, differs: string) => {
    const outcome = outcomes.get(item);
    if (outcome) setOutcomes(new Map(outcomes).set(item, { ...outcome, differs }));
  };
  return { outcomes, shown, isAgain, error, retry: ask, next, again, back: () => setAgain(false), note };
}
