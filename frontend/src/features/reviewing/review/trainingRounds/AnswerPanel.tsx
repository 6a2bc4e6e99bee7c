/** What a row answers: one sentence, what one has and what was expected, why, and where it stands in the guidelines. */

import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { chordOf, isMac } from '@/lib/chords';
import { Markdown } from '@/ui/Markdown';
import { Compared } from './Compared';
import { DifferForm } from './DifferForm';
import type { Item, Outcome } from './requests';
import classes from './Training.module.css';

interface AnswerPanelProps {
  slug: string;
  item: Item;
  outcome: Outcome;
  isLast: boolean;
  onNext: () => void;
  onAgain: () => void;
  onGuidelines: () => void;
  /** Null in a trial, where it would tell nobody. */
  onDiffer: ((text: string) => void) | null;
}

export function AnswerPanel({ slug, item, outcome, isLast, ...on }: AnswerPanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const [differing, setDiffering] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is read out and gets the keys
  useEffect(() => box.current?.focus(), [item.id]);
  const acts: Record<string, () => void> = {
    Enter: on.onNext,
    Backspace: on.onAgain,
    l: on.onGuidelines,
    ...(on.onDiffer && { c: () => setDiffering(true) }),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as Element;
    const chord = chordOf(event.nativeEvent, isMac());
    if (!chord || target.matches('textarea') || (chord === 'Enter' && target.matches('button, a'))) return;
    const act = acts[chord];
    if (!act || event.repeat) return;
    event.preventDefault();
    act();
  };
  const parts = `links ${outcome.links_right ? 'right' : 'not right'}, labels ${outcome.labels_right ? 'right' : 'not right'}`;
  const Sign = outcome.is_right ? IconCheck : IconX;
  return (
    <div
      ref={box}
      className={classes.answer}
      data-right={outcome.is_right}
      data-keys="own"
      role="status"
      tabIndex={-1}
      aria-label="Answer"
      onKeyDown={onKeyDown}
    >
      <h2>
        <Sign size={18} stroke={2} aria-hidden="true" /> {outcome.head} <small>{parts}</small>
      </h2>
      <Compared item={item} outcome={outcome} />
      <div className={classes.why}>
        <b>Why.</b> <Markdown text={outcome.explanation} />
        {outcome.place && (
          <button type="button" className={classes.place} onClick={on.onGuidelines}>
            Guidelines {outcome.place}
          </button>
        )}
      </div>
      {differing && (
        <DifferForm
          slug={slug}
          item={item.id}
          onSent={(text) => {
            on.onDiffer?.(text);
            setDiffering(false);
            box.current?.focus();
          }}
          onCancel={() => {
            setDiffering(false);
            box.current?.focus();
          }}
        />
      )}
      {!differing && (
        <div className={classes.acts}>
          <Button
            variant="filled"
            onClick={on.onNext}
            aria-keyshortcuts="Enter"
            rightSection={<span aria-hidden="true">Enter</span>}
          >
            {isLast ? 'See the result' : 'Next row'}
          </Button>
          {on.onDiffer && (
            <Button variant="subtle" color="gray" onClick={() => setDiffering(true)} aria-keyshortcuts="C">
              I see it differently
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={on.onAgain} aria-keyshortcuts="Backspace">
            Look again
          </Button>
          {outcome.differs && <span className="soft">Sent to the admins.</span>}
        </div>
      )}
    </div>
  );
}
