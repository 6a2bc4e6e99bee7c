import type { RefObject } from 'react';
import { usePageKeys } from '@/lib/usePageKeys';
import { keys, moveBy, seekBy } from './keys';
import type { Candidate } from './seen';
import type { TimelineEditorState } from './useTimelineEditor';

interface TimelineKeys {
  editor: TimelineEditorState;
  canEdit: boolean;
  candidates: readonly Candidate[];
  /** For the number of a page. */
  field: RefObject<HTMLInputElement | null>;
  sheet: () => void;
  /** Undefined where there is no frame. */
  overlay: (() => void) | undefined;
  noSlide: () => void;
}

/** Has the keys of a timeline do what they say. */
export function useTimelineKeys({ editor, canEdit, candidates, field, sheet, overlay, noSlide }: TimelineKeys) {
  const { position } = editor;
  const choose = (at: number) => () => {
    const page = candidates[at]?.page;
    if (page) editor.setPage(page);
  };
  usePageKeys(keys, {
    next: editor.next,
    previous: editor.previous,
    doubtful: editor.nextDoubtful,
    accept: canEdit ? editor.accept : editor.next,
    later: () => editor.seek(position + seekBy),
    earlier: () => editor.seek(position - seekBy),
    sheet,
    overlay,
    ...(canEdit && {
      start_later: () => editor.moveStart(moveBy),
      start_earlier: () => editor.moveStart(-moveBy),
      page: () => {
        field.current?.focus();
        field.current?.select();
      },
      first: choose(0),
      second: choose(1),
      third: choose(2),
      none: noSlide,
      step: editor.step,
      cut: editor.cut,
      merge: editor.merge,
      undo: editor.undo,
      redo: editor.redo,
    }),
  });
}
