import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { shortcutOf } from './Keys';

interface UndoRedoProps {
  keys: { undo: readonly string[]; redo: readonly string[] };
  editor: { canUndo: boolean; canRedo: boolean; undo: () => void; redo: () => void };
}

/** The two buttons of a page that saves itself. */
export function UndoRedo({ keys, editor }: UndoRedoProps) {
  return (
    <>
      <ActionIcon
        variant="subtle"
        aria-label="Undo"
        aria-keyshortcuts={shortcutOf(keys.undo)}
        disabled={!editor.canUndo}
        onClick={editor.undo}
      >
        <IconArrowBackUp size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label="Redo"
        aria-keyshortcuts={shortcutOf(keys.redo)}
        disabled={!editor.canRedo}
        onClick={editor.redo}
      >
        <IconArrowForwardUp size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}
