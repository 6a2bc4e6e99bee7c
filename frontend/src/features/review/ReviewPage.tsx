import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api, take } from '@/api/client';
import { Notice } from '@/ui/Notice';

/** Opens a review: its head first, then its rows. */
export function ReviewPage() {
  const id = Number(useParams().id);
  const review = useQuery({
    queryKey: ['reviews', id],
    queryFn: ({ signal }) => take(api.GET('/api/v1/reviews/{id}/', { params: { path: { id } }, signal })),
  });
  if (review.error) return <Notice title="The review did not open">{review.error.message}</Notice>;
  if (!review.data) return <Notice title="Opening the review" />;
  return <Notice title={review.data.pair.title}>Opening {review.data.n_rows.toLocaleString('en')} rows</Notice>;
}
