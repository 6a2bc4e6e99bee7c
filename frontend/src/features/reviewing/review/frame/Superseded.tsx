/** Over a review that was replaced by one of a newer version. Loaded for those only. */

import { Link } from 'react-router';
import { plural } from '@/lib/format';
import bar from '../bars/Bar.module.css';
import { TextButton } from '../bars/buttons';
import { EditList, saveEdits } from '../dialogs/EditList';
import { useEditor, useReviewParts } from './context';
import styles from './Review.module.css';

/** Over a review that a newer version of its texts replaced: the way on, and what could not be sent any more. */
export function Superseded() {
  const editor = useEditor();
  const { by, queue } = useReviewParts(({ info, queue }) => ({ by: info.superseded_by, queue }));
  if (by === null) return null;
  const unsent = [...queue.aside, ...[...queue.parked, ...queue.waiting].map((operation) => ({ operation }))];
  return (
    <div className={styles.superseded} role="alert">
      <p>
        <b>A newer version of this text was imported.</b> Your work was carried over to a new review; this one is
        read-only.
        <Link className={`${bar.button} ${bar.main}`} to={`/review/${by}`} reloadDocument>
          Continue in the new review
        </Link>
      </p>
      {unsent.length > 0 && (
        <details>
          <summary>
            {plural(unsent.length, 'edit')} made here could not be sent.{' '}
            {unsent.length === 1 ? 'It stays' : 'They stay'} on this device; make {unsent.length === 1 ? 'it' : 'them'}{' '}
            again in the new review.
          </summary>
          <EditList edits={unsent} />
          <TextButton onClick={() => saveEdits(editor)}>Save as a file</TextButton>
        </details>
      )}
    </div>
  );
}
