/** On a phone, the actions at the thumb. */

import { IconArrowBackUp, IconCheck, IconDots, IconFileText, IconFlag } from '@tabler/icons-react';
import { run } from '../editor/commands';
import { readOnly } from '../editor/state';
import { useEditor, useReview } from '../frame/context';
import { editing } from '../keys/table';
import styles from './Footer.module.css';

export function BottomBar() {
  const editor = useEditor();
  const flagged = useReview((state) => (state.active ? (state.doc.rows.get(state.active)?.flagged ?? false) : false));
  const isEditing = useReview((state) => state.opened?.part === 'post_edit' && readOnly(state) === null);
  const locked = useReview(readOnly) !== null;
  const buttons = [
    ['undo', 'Undo', IconArrowBackUp],
    ['accept_next', 'Accept', IconCheck],
    [isEditing ? 'save_next' : 'post_edit', isEditing ? 'Save' : 'Edit', IconFileText],
    [flagged ? 'unflag' : 'flag', flagged ? 'Unflag' : 'Flag', IconFlag],
    ['context', 'More', IconDots],
  ] as const;
  return (
    <nav className={styles.bottom} aria-label="Row actions">
      {buttons.map(([id, word, Icon]) => (
        <button key={word} type="button" disabled={locked && editing.has(id)} onClick={() => run(editor, id)}>
          <Icon size={20} stroke={1.75} aria-hidden="true" />
          {word}
        </button>
      ))}
    </nav>
  );
}
