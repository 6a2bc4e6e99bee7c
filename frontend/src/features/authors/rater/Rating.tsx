import { type KeyboardEvent, useRef, useState } from 'react';
import { chordOf, isMac } from '@/lib/chords';
import { usePageKeys } from '@/lib/usePageKeys';
import { useWords, type Words } from '../rate/language';
import type { Go } from '../rate/usePlace';
import { useSettled } from '../rate/useSettled';
import { type Act, keys } from './keys';
import { isDone, openQuestion, placeOf } from './model';
import { Picture, type PictureHandle } from './Picture';
import { Player, type PlayerHandle } from './Player';
import { QuestionScale } from './QuestionScale';
import { QuestionSteps } from './QuestionSteps';
import classes from './Rater.module.css';
import { RaterFoot } from './RaterFoot';
import { RaterHead } from './RaterHead';
import type { RaterView, Source } from './source';
import { Texts } from './Texts';
import { useClips } from './useClips';
import { type ShownPicture, usePicture } from './usePicture';
import { useRatingActs } from './useRatingActs';
import type { Ratings } from './useRatings';

interface RatingProps {
  source: Source;
  ratings: Ratings;
  index: number;
  go: Go;
}

/** One sample, and what is asked about it. */
export function Rating({ source, ratings, index, go }: RatingProps) {
  const words = useWords();
  const { view, save } = ratings;
  const { samples, questions, medium } = view;
  const sample = samples[index];
  const get = useClips(source, medium === 'sound' ? samples : [], index);
  const player = useRef<PlayerHandle>(null);
  const picture = usePicture(source, samples, index);
  const beside = useRef<PictureHandle>(null);
  const trouble = useRef<HTMLSelectElement>(null);
  const [readsGuidelines, setReads] = useState(false);
  const [current, setCurrent] = useState(() => (sample ? openQuestion(sample, questions) : 0));
  // On a wide page (Rater.module.css) all questions are there already when an answer goes on.
  const isSettled = useSettled(matchMedia('(max-width: 899px)').matches ? current : index);
  const onward = () => {
    if (!sample || !isDone(sample, questions)) return;
    if (index + 1 === samples.length) ratings.finish();
    go(index + 1 === samples.length ? 'done' : String(index + 2));
  };
  const mayGoBack = index > 0 && samples[index - 1]?.set === sample?.set;
  const back = () => mayGoBack && go(String(index));
  const said = useRatingActs({
    ratings,
    index,
    current,
    isShown: picture === null || picture.state === 'loaded',
    setCurrent,
  });
  const acts: Partial<Record<Act, (nth: number) => void>> = {
    play: () => player.current?.toggle(),
    rate: (nth) => said.answer(nth + 1),
    yes: () => said.answer(1, 'yesno'),
    no: () => said.answer(0, 'yesno'),
    more: () => said.step(1),
    less: () => said.step(-1),
    right: () => setCurrent(Math.min(current + 1, questions.length - 1)),
    left: () => setCurrent(Math.max(current - 1, 0)),
    next: onward,
    back,
    picture: () => beside.current?.enlarge(),
    wrong: () => trouble.current?.focus(),
    guidelines: () => view.instructions && setReads(true),
  };
  usePageKeys(keys, acts);
  if (!sample) return null;
  return (
    <div className={classes.page}>
      <RaterHead view={view} save={save} index={index} reads={readsGuidelines} onReads={setReads} />
      <main className={classes.main} data-medium={medium}>
        <div className={classes.sample}>
          <h1>{placed(words.rater.place, placeOf(samples, index))}</h1>
          {medium === 'text' ? (
            <Texts
              sample={sample}
              language={view.language}
              picture={picture && <Picture ref={beside} picture={picture} />}
            />
          ) : (
            <>
              {sample.text && <blockquote dir="auto">{sample.text}</blockquote>}
              <Player
                ref={player}
                get={get}
                sample={sample.key}
                isHeard={sample.heard}
                onPlay={said.played}
                onHeard={said.heard}
              />
            </>
          )}
        </div>
        <div className={classes.questions}>
          {questions.length > 1 && (
            <QuestionSteps questions={questions} values={sample.values} current={current} onGo={setCurrent} />
          )}
          {questions.map((question, at) => (
            <QuestionScale
              key={question.name}
              question={question}
              at={at}
              of={questions.length}
              value={sample.values[at]}
              isCurrent={at === current}
              waits={said.waits ? waitsFor(words, medium, picture) : ''}
              onValue={(value) => (isSettled || at !== current) && said.put(at, value)}
              onKey={(event) => actOnScale(event, acts)}
            />
          ))}
        </div>
      </main>
      <RaterFoot
        ref={trouble}
        sample={sample}
        isLast={index + 1 === samples.length}
        isDone={isDone(sample, questions)}
        onBack={mayGoBack ? back : undefined}
        onNext={onward}
        onTrouble={said.trouble}
        scales={questions.map(({ scale }) => scale)}
        medium={medium}
        hasPicture={picture !== null}
      />
    </div>
  );
}

/** What a rater has to do before a scale takes an answer. */
function waitsFor({ rater, tryAgain }: Words, medium: RaterView['medium'], picture: ShownPicture | null): string {
  if (medium === 'sound') return rater.listenFirst;
  return picture?.state === 'missing' ? rater.pictureAgain(tryAgain) : rater.pictureFirst;
}

const placed = (
  words: (set: number, sets: number, n: number, all: number) => string,
  { set, sets, n, ofSet }: ReturnType<typeof placeOf>,
) => words(set, sets, n, ofSet);

/** Keys where the scale has the focus, but for the arrows, which move on it: a radio takes keys for itself. */
function actOnScale(event: KeyboardEvent, acts: Partial<Record<Act, (nth: number) => void>>) {
  const chord = chordOf(event.nativeEvent, isMac());
  if (!chord || chord.startsWith('Arrow')) return;
  for (const [act, chords] of Object.entries(keys) as [Act, readonly string[]][]) {
    const nth = chords.indexOf(chord);
    if (nth < 0) continue;
    event.preventDefault();
    acts[act]?.(nth);
    return;
  }
}
