/** A slide as one person goes through it: which block is open, what they change, its undo, and its saving. */

import { useStateHistory } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useState } from 'react';
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
  slideOf,
  split,
  withText,
} from './model';
import { type SlidePage, slideThere, useSaveSlide } from './requests';

type Box = readonly number[];

export function useSlideEditor(deck: number, page: SlidePage) {
  const [start] = useState(() => ({ value: slideOf(page), version: page.revision, at: page.changed_at }));
  const [kept, { set, back, forward }, { history, current }] = useStateHistory<Slide>(start.value);
  /** Undo ends here: what is older has not all the lines that there are now. */
  const [first, setFirst] = useState(0);
  const [opened, setActive] = useState(() => firstToDo(start.value));
  const [why, setWhy] = useState('');
  /** What is written in the field of the open block; null while that is closed. */
  const [draft, setDraft] = useState<string | null>(null);
  const active = Math.min(opened, Math.max(0, kept.blocks.length - 1));
  /** With what is written in the field: it is part of the slide as soon as it is typed, and one step of undo once it is left. */
  const slide = useMemo(() => (draft === null ? kept : withText(kept, active, draft)), [kept, active, draft]);
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
    setDraft(null);
    if (nLines(value) !== nLines(kept)) setFirst(current + 1);
  };
  // Where the rules ran again, and nothing waits to be saved, what they left is shown; not while somebody types.
  const isStill = draft === null && saving.isSaved && !saving.isSaving && !saving.theirs;
  const isBehind = isStill && page.revision > (saving.version ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each revision
  useEffect(() => {
    if (!isBehind) return;
    const now = { value: slideOf(page), version: page.revision, at: page.changed_at };
    saving.goOnFrom(now);
    goOnWith(now.value);
  }, [isBehind, page.revision]);
  const block = slide.blocks[active];
  const size = [page.width || 1600, page.height || 900] as const;

  const put = (to: Slide) => {
    if (to !== kept) set(to);
    setDraft(null);
  };
  const act = (outcome: Outcome) => {
    setWhy('why' in outcome ? outcome.why : '');
    if ('why' in outcome) return;
    put(outcome.slide);
    setActive(outcome.active);
  };
  const canUndo = current > first || slide !== kept;
  const canRedo = slide === kept && current < history.length - 1;
  const step = (by: 1 | -1) => {
    if (by < 0 ? !canUndo : !canRedo) return;
    setWhy('');
    put(slide);
    (by < 0 ? back : forward)();
  };
  const go = (to: number | null) => {
    if (to === null || !slide.blocks[to]) return;
    setWhy('');
    put(slide);
    setActive(to);
  };
  return {
    page,
    slide,
    active,
    block,
    size,
    why,
    draft,
    setDraft,
    /** The text of the open block before it was edited. */
    textBefore: kept.blocks[active]?.text ?? '',
    edit: () => block && setDraft(draft ?? block.text),
    leave: () => put(slide),
    saving: {
      ...saving,
      /** Goes on from what somebody else has saved: with one's own on top of it, or with theirs. */
      resolve: (taken: 'mine' | 'theirs') => {
        if (saving.theirs) goOnWith(taken === 'theirs' ? saving.theirs.value : over(slide, saving.theirs.value));
        saving.resolve();
      },
    },
    canUndo,
    canRedo,
    go,
    next: () => go(beside(slide.blocks, active, 1)),
    previous: () => go(beside(slide.blocks, active, -1)),
    accept: () => act(accept(slide, active)),
    setKind: (kind: Kind) => act(setKind(slide, active, kind)),
    leaveOut: (at = active) => act(leaveOut(slide, at)),
    merge: () => act(mergeNext(slide, active)),
    /** caret : in the text of the field, which is taken as it is. */
    split: (caret: number | null = null) => {
      const isRaw = caret !== null && draft !== null;
      const blocks = kept.blocks.map((one, at) => (isRaw && at === active ? { ...one, text: draft } : one));
      act(split(isRaw ? { ...kept, blocks } : slide, active, page.lines, caret));
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
