import { Button, Checkbox } from '@mantine/core';
import type { ReviewListed } from '@/api/types';
import { count, plural } from '@/lib/format';
import { reviewerName } from '@/lib/reviewerName';
import classes from './TestSets.module.css';

interface ReviewChoiceProps {
  reviews: ReviewListed[];
  value: number[];
  onChange: (ids: number[]) => void;
  error: string | undefined;
}

/** Ticks submitted reviews, one by one or all at once. */
export function ReviewChoice({ reviews, value, onChange, error }: ReviewChoiceProps) {
  const areAll = value.length === reviews.length;
  return (
    <>
      <Checkbox.Group
        label={`Reviews (${count(value.length)} of ${count(reviews.length)} selected)`}
        value={value.map(String)}
        onChange={(values) => onChange(values.map(Number))}
        error={error}
      >
        <div className={classes.choices}>
          {reviews.map((review) => (
            <Checkbox
              key={review.id}
              value={String(review.id)}
              label={review.pair.title}
              description={`${reviewerName(review.annotator)}, ${plural(review.n_rows, 'row')}`}
            />
          ))}
        </div>
      </Checkbox.Group>
      {reviews.length > 1 && (
        <div>
          <Button onClick={() => onChange(areAll ? [] : reviews.map(({ id }) => id))}>
            {areAll ? 'Clear selection' : 'Select all'}
          </Button>
        </div>
      )}
    </>
  );
}
