import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useOpenReview } from '@/api/reviews';
import { isActive, useCancelRun, useStartRun } from '@/api/runs';
import type { Pair } from '@/api/types';
import { count, language } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Meter } from '@/ui/Meter';
import { StateBadge } from '@/ui/StateBadge';
import { Superseded } from './Superseded';
import { engineName, kindWords } from './words';

interface TalkRowProps {
  slug: string;
  pair: Pair;
  canAlign: boolean;
  canReview: boolean;
}

/** One talk: where it stands, and the one step that comes next. */
export function TalkRow({ slug, pair, canAlign, canReview }: TalkRowProps) {
  const run = pair.latest_run;
  const review = pair.my_review;
  const start = useStartRun();
  const cancel = useCancelRun();
  const open = useOpenReview();
  const navigate = useNavigate();
  const error = start.error ?? cancel.error ?? open.error;
  const running = run !== null && isActive(run.state);

  return (
    <tr>
      <th scope="row">
        <Link to={`/p/${slug}/talks/${pair.id}`} dir="auto">
          {pair.title}
        </Link>
        <small>
          {language(pair.source.language)}, {count(pair.source.n_units)} to {language(pair.target.language)},{' '}
          {count(pair.target.n_units)}
        </small>
        <Superseded slug={slug} pair={pair} />
        {error && <ErrorNote error={error} />}
      </th>
      <td data-nowrap className="soft">
        {kindWords[pair.kind]}
      </td>
      <td data-nowrap>
        {run === null && <span className="muted">not aligned</span>}
        {running && <Meter value={run.progress} label={`Aligning ${pair.title}`} text={runText(run)} />}
        {run !== null && !running && (
          <>
            <StateBadge state={run.state} /> <span className="soft">{engineName(run.engine)}</span>
          </>
        )}
      </td>
      <td data-nowrap data-label="your review">
        {review ? (
          <>
            <StateBadge state={review.state} />{' '}
            <span className="soft num">
              {count(review.n_done)} / {count(review.n_rows)}
            </span>
          </>
        ) : (
          <span className="muted">–</span>
        )}
      </td>
      <td data-right data-nowrap data-label="submitted" className="num">
        {pair.n_submitted} of {pair.n_reviews}
      </td>
      <td data-right data-nowrap>
        {running && canAlign && (
          <Button
            loading={cancel.isPending}
            onClick={() => cancel.mutate(run.id)}
            aria-label={`Cancel aligning ${pair.title}`}
          >
            Cancel
          </Button>
        )}
        {!running && review && (
          <Button
            component={Link}
            to={`/review/${review.id}`}
            aria-label={`${review.state === 'submitted' ? 'Open' : 'Go on with'} your review of ${pair.title}`}
          >
            {review.state === 'submitted' ? 'Open' : 'Go on'}
          </Button>
        )}
        {!running && !review && run?.state === 'succeeded' && canReview && (
          <Button
            data-once
            loading={open.isPending}
            onClick={() => open.mutate({ pair: pair.id }, { onSuccess: ({ id }) => void navigate(`/review/${id}`) })}
            aria-label={`Review ${pair.title}`}
          >
            Review
          </Button>
        )}
        {!running && !review && run?.state !== 'succeeded' && canAlign && (
          <Button
            data-once
            loading={start.isPending}
            onClick={() => start.mutate({ pair: pair.id, engine: 'auto', options: {} })}
            aria-label={`Align ${pair.title}`}
          >
            {run ? 'Align again' : 'Align'}
          </Button>
        )}
      </td>
    </tr>
  );
}

function runText(run: NonNullable<Pair['latest_run']>): string {
  return run.state === 'queued' ? 'waits' : `${Math.floor(run.progress * 100)} %`;
}
