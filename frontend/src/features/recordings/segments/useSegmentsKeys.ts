import { usePageKeys } from '@/lib/usePageKeys';
import { keys } from './keys';
import type { SegmentsEditorState } from './useSegmentsEditor';

/** Has the keys of segments do what they say. */
export function useSegmentsKeys(editor: SegmentsEditorState, canEdit: boolean, sheet: () => void) {
  usePageKeys(keys, {
    next: editor.next,
    previous: editor.previous,
    confirm: canEdit ? editor.confirm : editor.next,
    play: editor.play,
    later: () => editor.nudge(0.5),
    earlier: () => editor.nudge(-0.5),
    sheet,
    ...(canEdit && {
      start_later: () => editor.moveEdge('start', 0.1),
      start_earlier: () => editor.moveEdge('start', -0.1),
      end_later: () => editor.moveEdge('end', 0.1),
      end_earlier: () => editor.moveEdge('end', -0.1),
      split: editor.split,
      merge: editor.merge,
      undo: editor.undo,
      redo: editor.redo,
    }),
  });
}
