/** Over a review that is closed: submitted, or replaced by one of a newer version. */

import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useClaimNext } from '@/api/queue';
import { useNextPair, useOpenReview } from '@/api/reviews';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import bar from '../bars/Bar.module.css';
import { MainButton, TextButton } from '../bars/buttons';
import { EditList, saveEdits } from '../dialogs/EditList';
import { useEditor, useReviewParts } from './context';
import styles from './Review.module.css';

/** What the annotator may go on with. */
export function Submitted() {
  const { info, isDone } = useReviewParts(({ info, doc, queue }) => ({
    info,
    isDone: doc.state === 'submitted' && queue.waiting.length === 0 && info.annotator?.id === info.reader.id,
  }));
  const next = useNextPair(info.id, isDone).data?.next;
  const open = useOpenReview();
  const claim = useClaimNext(info.project.slug);
  const [isNoneFree, setNoneFree] = useState(false);
  const navigate = useNavigate();
  if (!isDone || next === undefined) return null;
  const start = (pair: number) => open.mutate({ pair }, { onSuccess: ({ id }) => void navigate(`/review/${id}`) });
  const go = () => {
    if (!next) return;
    if (next.review !== null) void navigate(`/review/${next.review}`);
    else if (!next.is_queued) start(next.pair);
    // Somebody else may have been faster: then it is the one after it.
    else claim.mutate(undefined, { onSuccess: (slot) => (slot ? start(slot.pair.id) : setNoneFree(true)) });
  };
  return (
    <p className={styles.banner} role="status">
      <b>Submitted.</b>
      {next && !isNoneFree ? (
        <>
          <span>
            Next: <span dir="auto">{next.title}</span>
          </span>
          <MainButton disabled={open.isPending || claim.isPending} onClick={go}>
            {next.review === null ? 'Review it' : 'Continue it'}
          </MainButton>
        </>
      ) : (
        <span>
          {isNoneFree
            ? 'No pair is free right now.'
            : `There is nothing else for you to review in ${info.project.name}.`}{' '}
          <Link to={`/p/${info.project.slug}`}>Back to the project</Link>
        </span>
      )}
      {(open.isError || claim.isError) && <ErrorNote error={open.error ?? claim.error} />}
    </p>
  );
}

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
