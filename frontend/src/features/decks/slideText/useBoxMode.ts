/** Whether arrows size or move the box of the open block. */

import { useState } from 'react';
import type { SlideEditorState } from './useSlideEditor';

export type BoxMode = 'size' | 'place';

/** Pixels of the picture that an arrow moves an edge by, and with Shift. */
const steps = [1, 10] as const;

export function useBoxMode(editor: SlideEditorState) {
  const [kept, setKept] = useState<{ mode: BoxMode; block: string } | null>(null);
  const { block } = editor;
  // Another block, and its box is as it is.
  const is = kept && kept.block === block?.id && block.box ? kept.mode : null;
  const begin = (mode: BoxMode) => {
    if (block?.box) setKept({ mode, block: block.id });
  };
  return {
    is,
    begin,
    next: () => (is === 'size' ? begin('place') : begin('size')),
    end: () => setKept(null),
    /** nth : of the keys, 1 with Shift. */
    step: (across: number, down: number, nth: number) => {
      if (!block?.box) return;
      const by = steps[nth] ?? 1;
      const [left = 0, top = 0, right = 0, bottom = 0] = block.box;
      const [x, y] = [across * by, down * by];
      editor.setBox(is === 'place' ? [left + x, top + y, right + x, bottom + y] : [left, top, right + x, bottom + y]);
    },
  };
}

export type BoxModeState = ReturnType<typeof useBoxMode>;
