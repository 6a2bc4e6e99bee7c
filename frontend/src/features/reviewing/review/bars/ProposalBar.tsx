/** What would change if the engine ran again around the reviewed rows; taken whole, row by row, or left. */

import { IconTriangle } from '@tabler/icons-react';
import { plural } from '@/lib/format';
import { cancelRealign, leaveAll, offered, rowsOf, stepThrough, takeAll } from '../editor/realignment';
import { useEditor, useKeyText, useReview } from '../frame/context';
import styles from './Bar.module.css';
import { BarButton, MainButton, QuietButton } from './buttons';

export function ProposalBar() {
  const editor = useEditor();
  const { key } = useKeyText();
  const realigning = useReview((state) => state.realigning);
  const doing = useReview((state) => state.realigned);
  const stepping = useReview((state) => state.stepping);
  const here = useReview((state) => offered(state) !== null);
  if (!realigning) return null;
  if (realigning === 'running') {
    return (
      <section className={styles.batch} aria-label="Realigning">
        <span role="status">Realigning around the reviewed rows{doing?.message ? ` · ${doing.message}` : ''}</span>
        {doing && <progress className={styles.progress} value={doing.progress} aria-label="How far it is" />}
        <span className="grow" />
        <QuietButton onClick={() => cancelRealign(editor)}>
          Cancel <kbd>{key('escape')}</kbd>
        </QuietButton>
      </section>
    );
  }
  const { proposals, n_fixed: fixed, expected_wrong_before: before, expected_wrong_after: after } = realigning;
  return (
    <section className={styles.batch} aria-label="Realign proposal">
      <IconTriangle size={14} stroke={1.75} style={{ color: 'var(--accent)', flex: 'none' }} aria-hidden="true" />
      <span>
        <b>{plural(rowsOf(proposals), 'row')} would change</b> if realigned around your {plural(fixed, 'reviewed row')}.
        Expected wrong rows {before.toFixed(1)} → {after.toFixed(1)}.
      </span>
      <span className="grow" />
      {(here || stepping) && (
        <span style={{ color: 'var(--ink-2)' }}>
          <kbd>{key('proposal_take')}</kbd> apply, accept <kbd>{key('proposal_leave')}</kbd> dismiss{' '}
          <kbd>{key('proposal_take_rest')}</kbd> apply the rest
        </span>
      )}
      {!stepping && <MainButton onClick={() => stepThrough(editor)}>Step through</MainButton>}
      <BarButton onClick={() => takeAll(editor)}>Apply all {proposals.length}</BarButton>
      <QuietButton onClick={() => leaveAll(editor)}>Dismiss all</QuietButton>
    </section>
  );
}
