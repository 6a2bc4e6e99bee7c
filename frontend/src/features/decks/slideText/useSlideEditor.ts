/** A slide as one person goes through it: which block is open, what they change, its undo, and its saving. */

import { useStateHistory } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';
import { useAutosave } from '@/ui/large/useAutosave';
import {
  accept,
  addBlock,
  beside,
  isSameSlide,
  type Kind,
  leaveOut,
  mergeNext,
  move,
  type Outcome,
  over,
  type Slide,
  setBox,
  setChecked,
  setKind,
  setOpened,
  setText,
  slideOf,
  split,
} from './model';
import { type SlidePage, slideThere, useSaveSlide } from './requests';

type Box = readonly number[];

export function useSlideEditor(deck: number, page: SlidePage) {
  const [start] = useState(() => ({ value: slideOf(page), version: page.revision, at: page.changed_at }));
  const [slide, { set, back, forward }, { history, current }] = useStateHistory<Slide>(start.value);
  /** Undo ends here: what is older has not all the lines that there are now. */
  const [first, setFirst] = useState(0);
  const [opened, setActive] = useState(() => firstToDo(start.value));
  const [why, setWhy] = useState('');
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const [isEditing, setEditing] = useState(false);
  const { mutateAsync } = useSaveSlide(deck, page.page);
  const saving = useAutosave({
    value: slide,
    start,
    isSame: isSameSlide,
    store: useCallback(
      ({ blocks, isChecked, isOpened }: Slide, version: number | null) =>
        mutateAsync({ revision: version ?? 0, blocks, is_checked: isChecked, is_opened: isOpened }).then((saved) => ({
          version: saved.revision,
          at: saved.changed_at,
        })),
      [mutateAsync],
    ),
    theirsOf,
  });
  const goOnWith = (value: Slide) => {
    set(value);
    if (nLines(value) !== nLines(slide)) setFirst(current + 1);
  };
  // Where the rules ran again, and nothing waits to be saved, what they left is shown.
  const isBehind = saving.isSaved && !saving.isSaving && !saving.theirs && page.revision > (saving.version ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each revision
  useEffect(() => {
    if (!isBehind) return;
    const now = { value: slideOf(page), version: page.revision, at: page.changed_at };
    saving.goOnFrom(now);
    goOnWith(now.value);
  }, [isBehind, page.revision]);
  const active = Math.min(opened, Math.max(0, slide.blocks.length - 1));
  const block = slide.blocks[active];
  const size = [page.width || 1600, page.height || 900] as const;

  const act = (outcome: Outcome) => {
    setWhy('why' in outcome ? outcome.why : '');
    if ('why' in outcome) return false;
    if (outcome.slide !== slide) set(outcome.slide);
    setActive(outcome.active);
    setEditing(false);
    return true;
  };
  const step = (by: 1 | -1) => {
    if (!history[current + by] || current + by < first) return;
    setWhy('');
    setEditing(false);
    (by < 0 ? back : forward)();
  };
  const go = (to: number | null) => {
    if (to === null || !slide.blocks[to]) return;
    setWhy('');
    setEditing(false);
    setActive(to);
  };
  const forget = (id: string) => setDrafts(({ [id]: _, ...others }) => others);
  return {
    page,
    slide,
    active,
    block,
    size,
    why,
    isEditing,
    draft: block && (drafts[block.id] ?? block.text),
    setDraft: (text: string) => block && setDrafts((others) => ({ ...others, [block.id]: text })),
    edit: (is = true) => setEditing(is && block !== undefined),
    saving: {
      ...saving,
      /** Goes on from what somebody else has saved: with one's own on top of it, or with theirs. */
      resolve: (taken: 'mine' | 'theirs') => {
        if (saving.theirs) goOnWith(taken === 'theirs' ? saving.theirs.value : over(slide, saving.theirs.value));
        saving.resolve();
      },
    },
    canUndo: current > first,
    canRedo: current < history.length - 1,
    go,
    next: () => go(beside(slide.blocks, active, 1)),
    previous: () => go(beside(slide.blocks, active, -1)),
    accept: () => act(accept(slide, active)),
    save: () => {
      if (block && act(setText(slide, active, drafts[block.id] ?? block.text))) forget(block.id);
    },
    setKind: (kind: Kind) => act(setKind(slide, active, kind)),
    leaveOut: (at = active) => act(leaveOut(slide, at)),
    merge: () => act(mergeNext(slide, active)),
    /** caret : in the text of the field, which is taken as it is. */
    split: (caret: number | null = null) => {
      const text = caret !== null && block ? drafts[block.id] : undefined;
      const edited: Slide =
        text === undefined
          ? slide
          : { ...slide, blocks: slide.blocks.map((one) => (one === block ? { ...one, text } : one)) };
      if (act(split(edited, active, page.lines, caret)) && block) forget(block.id);
    },
    move: (by: 1 | -1) => act(move(slide, active, by)),
    addBlock: (box: Box) => act(addBlock(slide, active, [...box])),
    setBox: (box: Box, at = active) => act(setBox(slide, at, [...box], size)),
    setChecked: (is: boolean) => act(setChecked(slide, is, active)),
    setOpened: (is: boolean) => act(setOpened(slide, is, active)),
    undo: () => step(-1),
    redo: () => step(1),
  };
}

export type SlideEditorState = ReturnType<typeof useSlideEditor>;

const nLines = ({ blocks }: Slide) => blocks.reduce((n, { lines }) => n + lines.length, 0);

function firstToDo({ blocks }: Slide): number {
  return Math.max(
    0,
    blocks.findIndex(({ left_out, accepted }) => !left_out && !accepted),
  );
}

function theirsOf(error: unknown) {
  const there = slideThere(error);
  if (!there) return null;
  const { page, savedBy } = there;
  return { value: slideOf(page), version: page.revision, at: page.changed_at, savedBy };
}
