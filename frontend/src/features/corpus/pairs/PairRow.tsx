import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useOpenReview } from '@/api/reviews';
import { useCancelRun, useStartRun } from '@/api/runs';
import type { Pair } from '@/api/types';
import { isLive } from '@/api/work';
import { count, language, percent } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { kindLabels, unitsOf } from '@/ui/kinds';
import { Meter } from '@/ui/Meter';
import { StateBadge } from '@/ui/StateBadge';
import { Superseded } from './PairDocuments';

interface PairRowProps {
  slug: string;
  pair: Pair;
  canAlign: boolean;
  canReview: boolean;
}

/** One pair in the list: its state and the next step. */
export function PairRow({ slug, pair, canAlign, canReview }: PairRowProps) {
  const review = pair.my_review;
  const start = useStartRun();
  const cancel = useCancelRun();
  const open = useOpenReview();
  const error = start.error ?? cancel.error ?? open.error;
  return (
    <tr>
      <th scope="row">
        <Link to={`/p/${slug}/pairs/${pair.id}`} dir="auto">
          {pair.title}
        </Link>
        <small>{sides(pair)}</small>
        <Superseded slug={slug} pair={pair} />
        {error && <ErrorNote error={error} />}
      </th>
      <td data-nowrap className="soft">
        {kindLabels[pair.kind]}
      </td>
      <td data-nowrap>
        <Alignment pair={pair} />
      </td>
      <td data-nowrap data-label="your review">
        {review ? (
          <>
            <StateBadge state={review.state} />{' '}
            <span className="soft num">
              {count(review.n_reviewed)} / {count(review.n_rows)}
            </span>
          </>
        ) : (
          <span className="muted">–</span>
        )}
      </td>
      <td data-right data-nowrap data-label="submitted" className="num">
        {pair.n_reviews > 0 ? `${pair.n_submitted} of ${pair.n_reviews}` : '–'}
      </td>
      <td data-right data-nowrap>
        <PairAction pair={pair} canAlign={canAlign} canReview={canReview} start={start} cancel={cancel} open={open} />
      </td>
    </tr>
  );
}

function Alignment({ pair: { latest_run: run, title } }: { pair: Pair }) {
  if (run === null) return <span className="muted">not aligned</span>;
  if (isLive(run)) {
    const text = run.state === 'queued' ? 'queued' : percent(run.progress);
    return <Meter value={run.progress} label={`Aligning ${title}`} text={text} />;
  }
  return (
    <>
      <StateBadge state={run.state} /> <span className="soft">{run.engine_label}</span>
    </>
  );
}

/** "English, 120 sentences → Japanese, 118 sentences", "12 pages" of slides */
function sides({ source, target }: Pair): string {
  return [source, target].map((side) => `${language(side.language)}, ${unitsOf(side.kind, side.n_units)}`).join(' → ');
}

type PairActionProps = Omit<PairRowProps, 'slug'> & {
  start: ReturnType<typeof useStartRun>;
  cancel: ReturnType<typeof useCancelRun>;
  open: ReturnType<typeof useOpenReview>;
};

/** The one step that comes next for a pair: cancel the run, continue the review, start it, or align. */
function PairAction({ pair, canAlign, canReview, start, cancel, open }: PairActionProps) {
  const navigate = useNavigate();
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
        onClick={() => open.mutate({ pair: pair.id }, { onSuccess: ({ id }) => void navigate(`/review/${id}`) })}
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
