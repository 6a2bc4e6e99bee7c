import { settle } from '../editor/realignment';
import { useEditor } from '../frame/context';
import type { Proposal } from '../model/types';
import styles from './Labels.module.css';

/** In the place of the labels, on a row that a proposal would change. */
export function TakeLeave({ proposal }: { proposal: Proposal }) {
  const editor = useEditor();
  return (
    <div className={styles.take} role="gridcell" data-own="true">
      <button type="button" tabIndex={-1} onClick={() => settle(editor, proposal, true)}>
        Apply
      </button>
      <button type="button" tabIndex={-1} data-quiet="true" onClick={() => settle(editor, proposal, false)}>
        Dismiss
      </button>
    </div>
  );
}
