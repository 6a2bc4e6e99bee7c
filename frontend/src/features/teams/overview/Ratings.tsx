import { Link } from 'react-router';
import { areFew, useRatings } from '@/api/invitations';
import type { Ratings as RatingsOf } from '@/api/types';
import { figure, roundedPercent } from '@/lib/format';
import { CsvButton } from '@/ui/CsvButton';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import classes from './Overview.module.css';

/** How authors rated the summaries of their talks. */
export function Ratings({ slug }: { slug: string }) {
  const ratings = useRatings(slug);
  const { n_invitations = 0, n_counted = 0, n_yes = 0, n_no = 0 } = ratings.data ?? {};
  const scores = ratings.data?.mean === null ? undefined : ratings.data;
  const isShared = ratings.data && !areFew(ratings.data).answers && n_yes + n_no > 0;
  const share = isShared ? `, ${roundedPercent(n_yes / (n_yes + n_no))} yes` : '';
  return (
    <Part
      title="Authors’ ratings"
      note={n_invitations > 0 && `${n_counted} of ${n_invitations} submitted${share}`}
      actions={
        scores && (
          <CsvButton
            name={`${slug}-ratings`}
            of="Authors’ ratings"
            header={['score', 'ratings']}
            rows={scores.scores.map((n, index) => [index + 1, n])}
          />
        )
      }
    >
      <Pending of={ratings} />
      {ratings.data && n_invitations === 0 && (
        <p className="soft">
          No authors invited yet. Create a link on the page of an aligned pair or under{' '}
          <Link to={`/p/${slug}/summaries`}>Summaries</Link>.
        </p>
      )}
      {scores && <Scores of={scores} />}
    </Part>
  );
}

function Scores({ of }: { of: RatingsOf }) {
  const { scores, few, mean, deviation } = of;
  const most = Math.max(1, ...scores);
  return (
    <div className={classes.ratings}>
      <ol>
        {scores.map((n, index) => (
          <li key={index}>
            <b className="num">{n}</b>
            <i style={{ height: `${(n / most) * 64}px` }} aria-hidden="true" />
            <span>
              <span className="vh">gave </span>
              {index + 1}
            </span>
          </li>
        ))}
      </ol>
      {areFew(of).scores ? (
        <p>mean from {few} ratings on</p>
      ) : (
        <p className="num">
          mean <b>{mean?.toFixed(2)}</b>
          {deviation !== null && <>, SD {figure(deviation)}</>}
        </p>
      )}
    </div>
  );
}
