/** Undo and redo, which name the step they would undo or restore. */

import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { run } from '../editor/commands';
import { useEditor, useReviewParts } from '../frame/context';
import { useKeyText } from '../frame/useKeyText';
import { wordsOf } from '../model/verbs';
import styles from './Header.module.css';

export function UndoButtons() {
  const editor = useEditor();
  const { undo, redo, kind } = useReviewParts((state) => ({
    undo: state.doc.undoStack.at(-1),
    redo: state.doc.redoStack.at(-1),
    kind: state.info.pair.kind,
  }));
  const { keyed } = useKeyText();
  return (
    <span style={{ display: 'inline-flex' }}>
      <button
        type="button"
        className={styles.iconButton}
        aria-label={undo ? `Undo: ${wordsOf(undo.verb, kind)}` : 'Undo'}
        aria-disabled={!undo}
        title={keyed('Undo', 'undo')}
        onClick={() => run(editor, 'undo')}
      >
        <IconArrowBackUp size={17} stroke={1.75} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={styles.iconButton}
        aria-label={redo ? `Redo: ${wordsOf(redo.verb, kind)}` : 'Redo'}
        aria-disabled={!redo}
        title={keyed('Redo', 'redo')}
        onClick={() => run(editor, 'redo')}
      >
        <IconArrowForwardUp size={17} stroke={1.75} aria-hidden="true" />
      </button>
    </span>
  );
}
