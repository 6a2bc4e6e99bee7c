import { usePageKeys } from '@/lib/usePageKeys';
import { keys, moveBy, seekBy } from './keys';
import type { SegmentsEditorState } from './useSegmentsEditor';

/** Has the keys of segments do what they say. */
export function useSegmentsKeys(editor: SegmentsEditorState, canEdit: boolean, sheet: () => void) {
  usePageKeys(keys, {
    next: editor.next,
    previous: editor.previous,
    confirm: canEdit ? editor.confirm : editor.next,
    play: editor.play,
    later: () => editor.nudge(seekBy),
    earlier: () => editor.nudge(-seekBy),
    sheet,
    ...(canEdit && {
      start_later: () => editor.moveEdge('start', moveBy),
      start_earlier: () => editor.moveEdge('start', -moveBy),
      end_later: () => editor.moveEdge('end', moveBy),
      end_earlier: () => editor.moveEdge('end', -moveBy),
      split: editor.split,
      merge: editor.merge,
      undo: editor.undo,
      redo: editor.redo,
    }),
  });
}
