import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { shortcutOf } from './Keys';

interface UndoRedoProps {
  keys: { undo: readonly string[]; redo: readonly string[] };
  editor: { canUndo: boolean; canRedo: boolean; undo: () => void; redo: () => void };
}

/** The two buttons of a page that saves itself. */
export function UndoRedo({ keys, editor }: UndoRedoProps) {
  const buttons = [
    { label: 'Undo', of: keys.undo, can: editor.canUndo, act: editor.undo, Icon: IconArrowBackUp },
    { label: 'Redo', of: keys.redo, can: editor.canRedo, act: editor.redo, Icon: IconArrowForwardUp },
  ];
  return buttons.map(({ label, of, can, act, Icon }) => (
    <ActionIcon
      key={label}
      variant="subtle"
      aria-label={label}
      aria-keyshortcuts={shortcutOf(of)}
      disabled={!can}
      onClick={act}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  ));
}
