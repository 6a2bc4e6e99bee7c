import type { Invitation } from '@/api/types';
import { meanAndDeviation, percent, plural } from '@/lib/format';
import { Facts } from '@/ui/Facts';

/** How all authors together rated the summaries. */
export function AuthorFigures({ invitations }: { invitations: Pick<Invitation, 'score' | 'n_yes' | 'n_no'>[] }) {
  const scores = invitations.flatMap(({ score }) => (score === null ? [] : [score]));
  const yes = invitations.reduce((sum, { n_yes }) => sum + n_yes, 0);
  const all = invitations.reduce((sum, { n_yes, n_no }) => sum + n_yes + n_no, 0);
  const figures = meanAndDeviation(scores);
  if (invitations.length === 0) return <p className="soft">No authors invited yet.</p>;
  return (
    <Facts
      facts={[
        ['Invited', plural(invitations.length, 'author')],
        ['Rated', plural(scores.length, 'summary', 'summaries')],
        ['Mean', figures?.mean.toFixed(2)],
        ['SD', figures?.deviation?.toFixed(2)],
        ['Yes', all > 0 ? `${percent(yes / all)} of ${plural(all, 'answer')}` : null],
      ]}
    />
  );
}
