import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useOpenReview } from '@/api/reviews';
import type { PairDetail } from '@/api/types';
import { ErrorNote } from '@/ui/ErrorNote';

interface ReviewButtonProps {
  pair: PairDetail;
  canReview: boolean;
  hasRun: boolean;
}

/** Opens one's own review of a pair, or starts it. */
export function ReviewButton({ pair, canReview, hasRun }: ReviewButtonProps) {
  const open = useOpenReview();
  const navigate = useNavigate();
  if (pair.my_review) {
    return (
      <Button component={Link} to={`/review/${pair.my_review.id}`} variant="filled">
        {pair.my_review.state === 'submitted' ? 'Open your review' : 'Continue your review'}
      </Button>
    );
  }
  if (!canReview || !hasRun) return null;
  return (
    <>
      {open.isError && <ErrorNote error={open.error} />}
      <Button
        data-once
        variant="filled"
        loading={open.isPending}
        onClick={() => open.mutate({ pair: pair.id }, { onSuccess: ({ id }) => void navigate(`/review/${id}`) })}
      >
        Review
      </Button>
    </>
  );
}
