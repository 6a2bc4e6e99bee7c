/** Passages as one person goes through them: where they are, what they say, its undo, and its saving one by one. */

import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type Answers,
  acceptOpen,
  answersOf,
  candidatesOf,
  type Found,
  filtered,
  nextBelow,
  type Place,
  rejectAll,
  sameAnswers,
  withAnswer,
} from './model';
import { answersThere, isPlaceGone, sendAnswers } from './requests';

interface Change {
  place: number;
  before: Answers;
  after: Answers;
}

const blank: Answers = new Map();

export function usePassagesEditor(pair: number, found: Found, nSentences: number) {
  const { places, threshold } = found;
  const [answers, setAnswers] = useState<readonly Answers[]>(() => places.map(answersOf));
  const [at, setAt] = useState({ place: 0, candidate: 0 });
  /** The sentence of the paper that one is at; null while one is at the talk. */
  const [cursor, setCursor] = useState<number | null>(null);
  const [steps, setSteps] = useState<{ done: readonly Change[]; undone: readonly Change[] }>({ done: [], undone: [] });
  const [why, setWhy] = useState('');
  const saving = useSaving(pair, places, answers, (place, there) => setAnswers((now) => now.with(place, there)));

  const place = places[at.place];
  const own = answers[at.place] ?? blank;
  const candidates = useMemo(() => (place ? candidatesOf(place, own, threshold) : []), [place, own, threshold]);
  const shown = useMemo(() => filtered(places, answers, threshold), [places, answers, threshold]);
  const below = place ? nextBelow(place, candidates) : null;

  const put = (index: number, after: Answers) => {
    setAnswers((now) => now.with(index, after));
    saving.send(index, after);
  };
  const change = (after: Answers) => {
    setWhy('');
    if (sameAnswers(own, after)) return;
    setSteps(({ done }) => ({ done: [...done.slice(-199), { place: at.place, before: own, after }], undone: [] }));
    put(at.place, after);
  };
  const go = (to: number) => {
    if (!places[to]) return;
    setAt({ place: to, candidate: 0 });
    setCursor(null);
    setWhy('');
  };
  const say = (isRight: boolean, index = at.candidate) => {
    const candidate = candidates[index];
    if (!candidate) return setWhy('Nothing is proposed here. Add a sentence of the paper (+) or go on.');
    change(withAnswer(own, candidate.sentence, isRight));
    if (index + 1 < candidates.length) setAt({ place: at.place, candidate: index + 1 });
  };
  const step = (by: 'undo' | 'redo') => {
    const last = (by === 'undo' ? steps.done : steps.undone).at(-1);
    if (!last) return;
    setSteps(({ done, undone }) =>
      by === 'undo'
        ? { done: done.slice(0, -1), undone: [...undone, last] }
        : { done: [...done, last], undone: undone.slice(0, -1) },
    );
    put(last.place, by === 'undo' ? last.before : last.after);
    setAt({ place: last.place, candidate: 0 });
  };
  return {
    places,
    threshold,
    answers,
    at,
    place,
    candidates,
    below,
    shown,
    cursor,
    why,
    saving,
    canUndo: steps.done.length > 0,
    canRedo: steps.undone.length > 0,
    go,
    choose: (index: number) => {
      if (candidates[index]) setAt({ place: at.place, candidate: index });
      else setWhy(`There is no sentence ${index + 1} here.`);
    },
    say,
    none: () => change(rejectAll(own, candidates)),
    /** In the paper, adds the sentence that one is at. */
    accept: () => {
      if (cursor !== null) {
        change(withAnswer(own, cursor, true));
        setCursor(null);
        return;
      }
      change(acceptOpen(own, candidates));
      go(at.place + 1);
    },
    add: (sentence: number) => change(withAnswer(own, sentence, true)),
    toPaper: () => setCursor(candidates[at.candidate]?.sentence ?? place?.near[0]?.sentence ?? 0),
    toSentence: (sentence: number) => setCursor(sentence),
    back: () => setCursor(null),
    move: (by: 1 | -1) => {
      if (cursor === null) go(at.place + by);
      else setCursor(Math.min(nSentences - 1, Math.max(0, cursor + by)));
    },
    undo: () => step('undo'),
    redo: () => step('redo'),
  };
}

export type PassagesEditorState = ReturnType<typeof usePassagesEditor>;

/** Sends what is said of each place, one after another; what somebody else has said meanwhile stands, and is told. */
function useSaving(
  pair: number,
  places: readonly Place[],
  start: readonly Answers[],
  onThere: (place: number, there: Answers) => void,
) {
  const [state, setState] = useState({ waiting: 0, error: null as unknown, savedAt: null as string | null });
  const known = useRef(start);
  const wanted = useRef(new Map<number, Answers>());
  const busy = useRef(false);
  const run = async () => {
    if (busy.current) return;
    busy.current = true;
    for (let next = first(wanted.current); next; next = first(wanted.current)) {
      const [place, answers] = next;
      const span = places[place];
      if (!span) break;
      try {
        await sendAnswers(pair, span, known.current[place] ?? blank, answers);
        known.current = known.current.with(place, answers);
        if (wanted.current.get(place) === answers) wanted.current.delete(place);
        setState({ waiting: wanted.current.size, error: null, savedAt: new Date().toISOString() });
      } catch (error) {
        const there = answersThere(error);
        if (there) {
          known.current = known.current.with(place, there);
          wanted.current.delete(place);
          onThere(place, there);
        }
        const isGone = isPlaceGone(error);
        if (isGone) wanted.current.delete(place);
        setState(({ savedAt }) => ({ waiting: wanted.current.size, error, savedAt }));
        if (!there && !isGone) break;
      }
    }
    busy.current = false;
  };
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (wanted.current.size > 0) event.preventDefault();
    };
    globalThis.addEventListener('beforeunload', warn);
    return () => globalThis.removeEventListener('beforeunload', warn);
  }, []);
  return {
    ...state,
    isSaved: state.waiting === 0,
    isSaving: state.waiting > 0 && state.error === null,
    send: (place: number, answers: Answers) => {
      wanted.current.set(place, answers);
      setState(({ savedAt }) => ({ waiting: wanted.current.size, error: null, savedAt }));
      void run();
    },
    retry: () => void run(),
  };
}

const first = (map: Map<number, Answers>) => map.entries().next().value;
