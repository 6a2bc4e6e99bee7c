import { Link } from 'react-router';
import { useInvitations } from '@/api/invitations';
import { meanAndDeviation, percent } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import classes from './Overview.module.css';

/** How authors rated the summaries of their talks. */
export function Ratings({ slug }: { slug: string }) {
  const invitations = useInvitations({ project: slug }, true);
  const all = invitations.data?.results ?? [];
  const scores = all.flatMap((invitation) => (invitation.score === null ? [] : [invitation.score]));
  const yes = all.reduce((sum, invitation) => sum + invitation.n_yes, 0);
  const answered = all.reduce((sum, invitation) => sum + invitation.n_yes + invitation.n_no, 0);
  const figures = meanAndDeviation(scores);
  const most = Math.max(1, ...[1, 2, 3, 4, 5].map((score) => scores.filter((given) => given === score).length));
  return (
    <>
      <h2 id="ratings-head">
        Authors’ ratings
        {all.length > 0 && (
          <small>
            {scores.length} of {all.length} rated{answered > 0 && `, ${percent(yes / answered)} yes`}
          </small>
        )}
      </h2>
      {invitations.isError && <ErrorNote error={invitations.error} onRetry={() => void invitations.refetch()} />}
      {invitations.data && all.length === 0 && (
        <p className="soft">
          No authors invited yet. Create a link on the page of an aligned pair or under{' '}
          <Link to={`/p/${slug}/summaries`}>Summaries</Link>.
        </p>
      )}
      {figures && (
        <div className={classes.ratings}>
          <ol>
            {[1, 2, 3, 4, 5].map((score) => {
              const n = scores.filter((given) => given === score).length;
              return (
                <li key={score}>
                  <b className="num">{n}</b>
                  <i style={{ height: `${(n / most) * 64}px` }} aria-hidden="true" />
                  <span>
                    <span className="vh">gave </span>
                    {score}
                  </span>
                </li>
              );
            })}
          </ol>
          <p className="num">
            mean <b>{figures.mean.toFixed(2)}</b>
            {figures.deviation !== null && <>, SD {figures.deviation.toFixed(2)}</>}
          </p>
        </div>
      )}
    </>
  );
}
