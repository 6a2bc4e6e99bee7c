/** The judgements and notes of a row. Tick, cross, dot (not set), dash (does not apply). */

import { IconAlertTriangle, IconCheck, IconDots, IconMessage, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { type Judged, judgements } from '@/ui/large/judgements';
import { settle } from '../editor/realignment';
import { readOnly } from '../editor/state';
import { classes, useEditor, useReview } from '../frame/context';
import { shapeOf } from '../model/shape';
import type { Proposal, Row } from '../model/types';
import styles from './BitextGrid.module.css';

export const Labels = memo(function Labels({ row, clash, active }: { row: Row; clash: boolean; active: boolean }) {
  const locked = useReview(readOnly) !== null;
  const applies = shapeOf(row).empty === null;
  return (
    <div className={styles.labels} role="gridcell">
      <Label name="good_align" value={row.good_align} applies={applies} locked={locked} />
      <Label name="good_mt" value={row.good_mt} applies={applies} locked={locked} />
      <span className={styles.notes} data-bad={clash || undefined}>
        {clash && <IconAlertTriangle size={14} stroke={1.75} aria-label="not saved: this row was changed elsewhere" />}
        {!clash && row.n_comments > 0 && (
          <>
            <IconMessage size={14} stroke={1.75} aria-hidden="true" />
            {/* The row's name has the number; more than one figure would push the dots out of the column. */}
            {row.n_comments > 9 ? '9+' : row.n_comments}
          </>
        )}
        {active && !clash && <MoreButton />}
      </span>
    </div>
  );
});

/** What the keys do, for the mouse; it stands where a pointer finds it, and is no stop for Tab. */
function MoreButton() {
  return (
    <button type="button" tabIndex={-1} data-menu="true" aria-label="More actions" title="More actions (right click)">
      <IconDots size={14} stroke={1.75} aria-hidden="true" />
    </button>
  );
}

interface LabelProps {
  name: Judged;
  value: boolean | null;
  applies: boolean;
  locked: boolean;
}

function Label({ name, value, applies, locked }: LabelProps) {
  const word = judgements[name];
  if (!applies && value === null) {
    return (
      <span className={styles.still} role="img" aria-label={`${word}: does not apply`}>
        –
      </span>
    );
  }
  const says = value === null ? 'not set' : value ? 'yes' : 'no';
  const next = value === null ? 'yes' : value ? 'no' : 'not set';
  return (
    <button
      type="button"
      tabIndex={-1}
      data-label={name}
      disabled={locked}
      className={classes(value === null && styles.unset, value === true && styles.yes, value === false && styles.no)}
      aria-label={`${word}: ${says}`}
      title={locked ? `${word}: ${says}` : `${word}: ${says}. Click: ${next}.`}
    >
      {value === true && <IconCheck size={16} stroke={1.75} aria-hidden="true" />}
      {value === false && <IconX size={16} stroke={1.75} aria-hidden="true" />}
    </button>
  );
}

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
