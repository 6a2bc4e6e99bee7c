import { areFew, useRatings } from '@/api/invitations';
import { count, figure, plural, roundedPercent } from '@/lib/format';
import { Facts } from '@/ui/Facts';
import { Pending } from '@/ui/Pending';

/** How all authors together rated the summaries of a project. */
export function AuthorFigures({ slug }: { slug: string }) {
  const ratings = useRatings(slug);
  if (!ratings.data) return <Pending of={ratings} />;
  const { n_invitations, n_counted, n_people, scores, few, mean, deviation, n_yes, n_no } = ratings.data;
  if (n_invitations === 0) return <p className="soft">No authors invited yet.</p>;
  const n_scores = scores.reduce((sum, n) => sum + n, 0);
  const n_answers = n_yes + n_no;
  const isFew = areFew(ratings.data);
  const share = `${roundedPercent(n_yes / n_answers)} of ${plural(n_answers, 'answer')}`;
  return (
    <Facts
      facts={[
        ['Invitations', count(n_invitations)],
        ['Submitted', n_counted > 0 ? `${count(n_counted)} by ${plural(n_people, 'author')}` : '0'],
        ['Rated', plural(n_scores, 'summary', 'summaries')],
        ['Mean', isFew.scores && n_scores > 0 ? `from ${few} ratings on` : mean?.toFixed(2)],
        ['SD', deviation === null || isFew.scores ? null : figure(deviation)],
        ['Yes', n_answers > 0 && (isFew.answers ? `from ${few} authors on` : share)],
      ]}
    />
  );
}
