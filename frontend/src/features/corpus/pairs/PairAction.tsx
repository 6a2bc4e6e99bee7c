import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { useOpenReview } from '@/api/reviews';
import type { useCancelRun, useStartRun } from '@/api/runs';
import type { Pair } from '@/api/types';
import { isLive } from '@/api/work';

interface PairActionProps {
  pair: Pair;
  canAlign: boolean;
  canReview: boolean;
  start: ReturnType<typeof useStartRun>;
  cancel: ReturnType<typeof useCancelRun>;
  open: ReturnType<typeof useOpenReview>;
  onOpened: (review: number) => void;
}

/** The one step that comes next for a pair: cancel the run, continue the review, start it, or align. */
export function PairAction({ pair, canAlign, canReview, start, cancel, open, onOpened }: PairActionProps) {
  const { latest_run: run, my_review: review, title } = pair;
  if (run !== null && isLive(run)) {
    if (!canAlign) return null;
    return (
      <Button
        loading={cancel.isPending}
        onClick={() => cancel.mutate(run.id)}
        aria-label={`Cancel the alignment of ${title}`}
      >
        Cancel
      </Button>
    );
  }
  if (review) {
    const verb = review.state === 'submitted' ? 'Open' : 'Continue';
    return (
      <Button component={Link} to={`/review/${review.id}`} aria-label={`${verb} your review of ${title}`}>
        {verb}
      </Button>
    );
  }
  if (run?.state === 'succeeded') {
    if (!canReview) return null;
    return (
      <Button
        data-once
        loading={open.isPending}
        onClick={() => open.mutate({ pair: pair.id }, { onSuccess: ({ id }) => onOpened(id) })}
        aria-label={`Review ${title}`}
      >
        Review
      </Button>
    );
  }
  if (!canAlign) return null;
  return (
    <Button
      data-once
      loading={start.isPending}
      onClick={() => start.mutate({ pair: pair.id, engine: 'auto', options: {} })}
      aria-label={`Align ${title}`}
    >
      {run ? 'Align again' : 'Align'}
    </Button>
  );
}
