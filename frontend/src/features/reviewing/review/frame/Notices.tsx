/** Over a review that was returned, or is closed: submitted, or replaced by one of a newer version. */

import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useClaimNext } from '@/api/queue';
import { useNextPair, useOpenReview } from '@/api/reviews';
import { ErrorNote } from '@/ui/ErrorNote';
import { later } from '@/ui/later';
import { MainButton, TextButton } from '../bars/buttons';
import { useEditor, useReview, useReviewParts } from './context';
import styles from './Review.module.css';

const SupersededNotice = later('the notice', () => import('./Superseded').then((part) => part.Superseded));

/** Over a review that a newer version of its texts replaced; few are. */
export function Superseded() {
  const isSuperseded = useReview((state) => state.info.superseded_by !== null);
  return isSuperseded && <SupersededNotice />;
}

/** Why somebody sent it back, in three lines unless more is asked for. */
export function Returned() {
  const editor = useEditor();
  const reason = useReview((state) => (state.doc.state === 'returned' ? state.info.return_reason : ''));
  const [isWhole, setWhole] = useState(false);
  const [isCut, setCut] = useState(false);
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const { current } = text;
    if (!current || !reason) return;
    const observer = new ResizeObserver(() => setCut(current.scrollHeight > current.clientHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, [reason]);
  if (!reason) return null;
  return (
    <p className={styles.banner} role="status">
      <span ref={text} className={styles.why} data-whole={isWhole || undefined}>
        <b>Returned to you:</b> <bdi>{reason}</bdi>
      </span>
      {(isCut || isWhole) && (
        <TextButton
          aria-expanded={isWhole}
          onClick={({ detail }) => {
            setWhole(!isWhole);
            // By mouse, the keys are for the rows again.
            if (detail > 0) editor.set({ focus: editor.state.focus + 1 });
          }}
        >
          {isWhole ? 'Less' : 'More'}
        </TextButton>
      )}
    </p>
  );
}

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
