import type { RefObject } from 'react';
import { type PageKeys, usePageKeys } from '@/lib/usePageKeys';
import { boxKeys, keys } from './keys';
import { kinds } from './model';
import type { BoxModeState } from './useBoxMode';
import type { SlideEditorState } from './useSlideEditor';

interface SlideKeys {
  editor: SlideEditorState;
  canEdit: boolean;
  /** For the number of a slide. */
  field: RefObject<HTMLInputElement | null>;
  mode: BoxModeState;
  sheet: () => void;
  look: () => void;
  slide: (by: 1 | -1) => void;
  /** Whether the page is a step of another one, or was. */
  isStep: boolean;
}

const none = {} satisfies PageKeys;

/** Has the keys of slide text do what they say; while a box is resized, arrows are of the box. */
export function useSlideKeys({ editor, canEdit, field, mode, sheet, look, slide, isStep }: SlideKeys) {
  const { slide: shown, size } = editor;
  usePageKeys(keys, {
    next: editor.next,
    previous: editor.previous,
    next_slide: () => slide(1),
    previous_slide: () => slide(-1),
    picture: look,
    sheet,
    slide: () => {
      field.current?.focus();
      field.current?.select();
    },
    accept: canEdit ? editor.accept : editor.next,
    ...(canEdit && {
      edit: () => editor.edit(),
      merge: editor.merge,
      split: () => editor.split(),
      leave_out: () => editor.leaveOut(),
      kind: (nth: number) => editor.setKind(kinds[nth] ?? 'text'),
      down: () => editor.move(1),
      up: () => editor.move(-1),
      box: () => editor.addBlock(inTheMiddle(size)),
      resize: () => mode.begin('size'),
      check: () => editor.setChecked(!shown.isChecked),
      open: isStep ? () => editor.setOpened(!shown.isOpened) : undefined,
      undo: editor.undo,
      redo: editor.redo,
    }),
  });
  usePageKeys<keyof typeof boxKeys | never>(mode.is ? boxKeys : (none as typeof boxKeys), {
    right: (nth) => mode.step(1, 0, nth),
    left: (nth) => mode.step(-1, 0, nth),
    down: (nth) => mode.step(0, 1, nth),
    up: (nth) => mode.step(0, -1, nth),
    move: () => mode.next(),
    done: () => mode.end(),
  });
}

/** Where a box begins that nobody has drawn by hand. */
export function inTheMiddle([width, height]: readonly [number, number]): number[] {
  return [0.4, 0.46, 0.6, 0.54].map((share, at) => Math.round(share * (at % 2 ? height : width)));
}
