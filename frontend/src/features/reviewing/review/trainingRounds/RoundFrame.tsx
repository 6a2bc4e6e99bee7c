/** The editor of a review, with the answer to each row below the rows and the guidelines beside them. */

import { useMemo, useRef } from 'react';
import { useTitle } from '@/lib/useTitle';
import { ErrorNote } from '@/ui/ErrorNote';
import { later } from '@/ui/later';
import { Footer } from '../bars/Footer';
import { useEditor, useReview } from '../frame/context';
import { LaterDialogs } from '../frame/LaterDialogs';
import { useExchange } from '../frame/useExchange';
import { useKeys } from '../frame/useKeys';
import { BitextGrid } from '../grid/BitextGrid';
import { AnswerPanel } from './AnswerPanel';
import { askedRow, type Passage } from './content';
import { RoundHeader } from './RoundHeader';
import { isTrial, type Round } from './requests';
import classes from './Training.module.css';
import { useAnswers } from './useAnswers';
import { useBackToAnswer } from './useBackToAnswer';

const GuidelinesTab = later('the guidelines', async () => (await import('../helper/GuidelinesTab')).GuidelinesTab);

interface RoundFrameProps {
  slug: string;
  round: Round;
  passages: readonly Passage[];
  /** The item whose answer is looked at once more, after the end. */
  looked: number | null;
  onEnd: () => void;
}

export function RoundFrame({ slug, round, passages, looked, onEnd }: RoundFrameProps) {
  const editor = useEditor();
  const answers = useAnswers(editor, slug, round, passages, looked, onEnd);
  const project = useReview((state) => state.info.project.name);
  const asks = useAsks(passages);
  const guidelines = useRef<HTMLElement>(null);
  useTitle('Training round');
  useKeys();
  useExchange(editor);
  useBackToAnswer(answers.isAgain, answers.back);
  const { shown, outcomes } = answers;
  const outcome = shown && outcomes.get(shown.item.id);
  const toGuidelines = () => guidelines.current?.focus();
  return (
    <div className={classes.frame}>
      <RoundHeader slug={slug} project={project} round={round} outcomes={outcomes} current={shown?.item.id ?? null} />
      <div className={classes.rows}>
        <BitextGrid onRange={noRange} />
        <section className={classes.below} aria-label="The answer">
          {!shown && asks !== null && (
            <p className={classes.hint} role="note">
              {asks
                ? 'This row has an answer: put its chips and labels right, then accept it.'
                : 'This row belongs to the text around; the row with the answer is beside it.'}
            </p>
          )}
          {answers.error !== null && <ErrorNote error={answers.error} onRetry={answers.retry} />}
          {shown && outcome && !answers.isAgain && (
            <AnswerPanel
              slug={slug}
              item={shown.item}
              outcome={outcome}
              isLast={outcomes.size === passages.length}
              onNext={answers.next}
              onAgain={answers.again}
              onGuidelines={toGuidelines}
              onDiffer={isTrial(round) ? null : (text) => answers.note(shown.item.id, text)}
            />
          )}
          {shown && answers.isAgain && (
            <p className={classes.hint}>
              A second look doesn’t count.{' '}
              <button type="button" onClick={answers.back}>
                Back to the answer
              </button>{' '}
              <kbd>Enter</kbd>
            </p>
          )}
        </section>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <aside ref={guidelines} className={classes.guidelines} tabIndex={0} aria-label="Guidelines">
        <GuidelinesTab />
        <h2>How this round works</h2>
        <p>
          {round.items.length} rows. {round.n_needed} right lets you start; below that you get others. Work as you will
          later. A row is right when links and labels are; how you word a text is free.
        </p>
      </aside>
      <Footer />
      <LaterDialogs />
    </div>
  );
}

const noRange = () => undefined;

/** Whether the row that one is at is to be answered; null without one. */
function useAsks(passages: readonly Passage[]): boolean | null {
  const doc = useReview((state) => state.doc);
  const active = useReview((state) => state.active);
  return useMemo(
    () => (active ? passages.some((one) => askedRow(doc, one)?.id === active) : null),
    [doc, active, passages],
  );
}
