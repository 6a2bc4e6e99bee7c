/** On a phone, the actions at the thumb. */

import { IconArrowBackUp, IconCheck, IconDots, IconFileText, IconFlag } from '@tabler/icons-react';
import { run } from '../editor/commands';
import { readOnly } from '../editor/state';
import { useEditor, useReview } from '../frame/context';
import styles from './Footer.module.css';

export function BottomBar() {
  const editor = useEditor();
  const flagged = useReview((state) => (state.active ? (state.doc.rows.get(state.active)?.flagged ?? false) : false));
  const editing = useReview((state) => state.opened?.part === 'post_edit' && readOnly(state) === null);
  const buttons = [
    ['undo', 'Undo', IconArrowBackUp],
    ['accept_next', 'Accept', IconCheck],
    [editing ? 'save_next' : 'post_edit', editing ? 'Save' : 'Edit', IconFileText],
    [flagged ? 'unflag' : 'flag', flagged ? 'Unflag' : 'Flag', IconFlag],
    ['context', 'More', IconDots],
  ] as const;
  return (
    <nav className={styles.bottom} aria-label="Row actions">
      {buttons.map(([id, word, Icon]) => (
        <button key={word} type="button" onClick={() => run(editor, id)}>
          <Icon size={20} stroke={1.75} aria-hidden="true" />
          {word}
        </button>
      ))}
    </nav>
  );
}
