/** What was chosen in a conflict, and for a while the way to the other text. */

import { IconCheck, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { timeOfDay } from '@/lib/format';
import { BarButton } from '../bars/buttons';
import { isJustDecided, takeOther, turnedRoundFor } from '../editor/deciding';
import type { Decided } from '../editor/state';
import { useEditor, useKeyText, useReview } from '../frame/context';
import { numberOf } from '../model/document';
import styles from './ConflictDialog.module.css';

export function DecidedNotice() {
  const editor = useEditor();
  const decided = useReview((state) => state.decided);
  const canTurn = useReview(() => isJustDecided(editor));
  const doc = useReview((state) => state.doc);
  const { key } = useKeyText();
  useEffect(() => {
    if (!decided) return;
    const timer = setTimeout(() => editor.set({ decided: null }), turnedRoundFor);
    return () => clearTimeout(timer);
  }, [decided, editor]);
  if (!decided) return null;
  const row = decided.theirs && doc.rows.has(decided.theirs.id) ? `Row ${numberOf(doc, decided.theirs.id)}` : 'Done';
  return (
    <section className={styles.decided} role="status">
      <IconCheck size={16} stroke={1.75} aria-hidden="true" />
      <span>
        <b>
          {row}: kept {decided.kept === 'mine' ? 'what you did here' : 'what was saved'}.
        </b>{' '}
        {otherWords(decided, canTurn)}
      </span>
      {canTurn && (
        <BarButton onClick={() => takeOther(editor)}>
          Take that one instead <kbd>{key('undo')}</kbd>
        </BarButton>
      )}
      <button type="button" className={styles.shut} aria-label="Close" onClick={() => editor.set({ decided: null })}>
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </section>
  );
}

function otherWords({ kept, who, savedAt }: Decided, canTurn: boolean): string {
  if (kept === 'theirs') return canTurn ? 'What you did here is still at hand.' : '';
  const whose = who ? `${who}’s` : 'The other';
  return `${whose} version is in History${savedAt ? `, ${timeOfDay(savedAt)}` : ''}.`;
}
