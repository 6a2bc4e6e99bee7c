/** For the first use: a two-minute tour that points at things and never takes a key. */

import { Tour } from '@mantine/core';
import type { PairKind } from '@/api/types';
import { remember } from '../bars/Footer';
import { useEditor, useKeyText, useReview } from '../frame/context';

interface Stop {
  target: string;
  title: string;
  text: string;
  only?: PairKind;
}

/** `{undo}` in a text is the key of that action. */
export const stops: readonly Stop[] = [
  {
    target: '[data-row][data-active=true]',
    title: 'A row is a link',
    text: 'The source is on one side, its translation on the other. If the link is right, {accept_next} accepts it and moves on. {next} and {previous} move between rows.',
    only: 'bitext',
  },
  {
    target: '[data-row][data-active=true]',
    title: 'A row is a span of the talk',
    text: 'The sentence it is about is highlighted in the paper beside it. If that is right, {accept_next} accepts it and moves on. {candidate_1} to {candidate_5} choose another sentence, {no_sentence} chooses none.',
    only: 'paper_talk',
  },
  {
    target: '[data-row][data-active=true]',
    title: 'A row is a stretch of the talk',
    text: 'The page that was on the screen is beside it. If that is right, {accept_next} accepts it and moves on. {candidate_1} to {candidate_5} choose another page, {to_deck} one of all pages, {no_slide} none.',
    only: 'slides_talk',
  },
  {
    target: '[data-row][data-active=true] [data-chip]',
    title: 'Chips can be moved',
    text: 'Select a chip with the arrow keys; {move_down} and {move_up} move it to the row below or above. You can also drag it. Right-click for all actions.',
  },
  {
    target: '[data-row][data-active=true] [data-label=good_align]',
    title: 'Two labels',
    text: '{align_yes}: the two sides say the same thing. {mt_yes}: the target could serve as a translation. {align_no} and {mt_no} say no; clicking cycles through the answers.',
    only: 'bitext',
  },
  {
    target: '[aria-label="Filters and position"]',
    title: 'Look where it is doubtful',
    text: 'Filters can be combined. They are part of the address, so you can send a view to a colleague. {next_unreviewed} and {next_weak} jump to the next unreviewed and the next weak row.',
  },
  {
    target: '[data-field=save-state]',
    title: 'You can trust the save state',
    text: 'Every edit is sent at once and kept on this device until the server has it, even offline. {undo} undoes the last edit, even after a reload or after submitting.',
  },
  {
    target: '[data-field=submit]',
    title: 'When you are done',
    text: 'Submit hands the review over. You can reopen it. {keys} shows all keys, and this tour.',
  },
];

export function GuidedTour() {
  const editor = useEditor();
  const { withKeys } = useKeyText();
  const step = useReview((state) => state.tour);
  const kind = useReview((state) => state.doc.kind);
  if (step === null) return null;
  const close = () => {
    remember();
    editor.set({ tour: null, focus: editor.state.focus + 1 });
  };
  const shown = stops.filter(({ only, target }) => (!only || only === kind) && document.querySelector(target) !== null);
  return (
    <Tour
      active
      step={step}
      onStepChange={(next) => editor.set({ tour: next })}
      onClose={close}
      overlayColor="rgb(0 0 0 / 18%)"
      spotlightPadding={4}
      stepTransitionDuration={0}
      transitionProps={{ duration: 0 }}
      closeOnOverlayClick
      labels={{ close: 'Start' }}
      withScrollIntoView={false}
      data-dialog="tour"
    >
      {shown.map(({ target, title, text }) => (
        <Tour.Step key={title} target={target} title={title}>
          {withKeys(text)}
        </Tour.Step>
      ))}
    </Tour>
  );
}
