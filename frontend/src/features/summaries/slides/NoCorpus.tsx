import { Link } from 'react-router';
import { Part } from '@/ui/Page';

/** Nothing to measure on, and what to do about that. */
export function NoCorpus({ slug }: { slug: string }) {
  return (
    <Part title="Segmentation">
      <p>
        No corpus with slide boundaries yet. <Link to={`/p/${slug}/pairs/import`}>Import VT-SSum</Link> or{' '}
        <Link to={`/p/${slug}/reviews/assignments/reviews`}>review a talk</Link>.
      </p>
    </Part>
  );
}
