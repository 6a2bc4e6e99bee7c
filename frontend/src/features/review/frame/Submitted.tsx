/** Over a review that its annotator has submitted: what they may go on with. */

import { useNavigate } from 'react-router';
import { useNextPair, useOpenReview } from '@/api/reviews';
import { ErrorNote } from '@/ui/ErrorNote';
import bar from '../bars/Bar.module.css';
import { useReviewParts } from './context';
import styles from './Review.module.css';

export function Submitted() {
  const { info, isDone } = useReviewParts(({ info, doc, queue }) => ({
    info,
    isDone: doc.state === 'submitted' && queue.waiting.length === 0 && info.annotator.id === info.reader.id,
  }));
  const found = useNextPair(info.id, isDone).data?.next;
  const open = useOpenReview();
  const navigate = useNavigate();
  if (!isDone || found === undefined) return null;
  const go = () => {
    if (!found) return;
    if (found.review !== null) void navigate(`/review/${found.review}`);
    else open.mutate({ pair: found.pair }, { onSuccess: ({ id }) => void navigate(`/review/${id}`) });
  };
  return (
    <p className={styles.banner} role="status">
      <b>Submitted.</b>
      {found ? (
        <>
          <span>
            Next: <span dir="auto">{found.title}</span>
          </span>
          <button type="button" className={`${bar.button} ${bar.main}`} disabled={open.isPending} onClick={go}>
            {found.review === null ? 'Review it' : 'Continue it'}
          </button>
        </>
      ) : (
        <span>There is nothing else for you to review in {info.project.name}.</span>
      )}
      {open.isError && <ErrorNote error={open.error} />}
    </p>
  );
}
