import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type GoldReasons, useWhyGold } from '@/api/reviews';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';

/** Rows of one reason that are listed; the rest are only counted. */
const mostListed = 200;

/** Why the rows of a review are gold or not: reasons with their rows, each row a link into the review. */
export function WhyGold({ review, title }: { review: number; title: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        Why gold?
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={`Gold rows of ${title}`} size="lg">
        {isOpen && <Reasons review={review} />}
      </Modal>
    </>
  );
}

function Reasons({ review }: { review: number }) {
  const reasons = useWhyGold(review);
  if (reasons.isPending) return <Loading what="the rows" />;
  if (!reasons.data) return <ErrorNote error={reasons.error} onRetry={() => void reasons.refetch()} />;
  if (reasons.data.rows.length === 0) return <p className="soft">This review has no rows.</p>;
  return reasons.data.reasons.map((one) => (
    <details key={one.reason} open={reasons.data.reasons.length === 1}>
      <summary>
        <b>{one.label}</b>: {plural(one.n_rows, 'row')}
      </summary>
      <RowLinks review={review} rows={reasons.data.rows.filter((row) => row.reason === one.reason)} />
    </details>
  ));
}

function RowLinks({ review, rows }: { review: number; rows: GoldReasons['rows'] }) {
  return (
    <p>
      {rows.slice(0, mostListed).map((row) => (
        <Link key={row.row} to={`/review/${review}?row=${row.row}`} style={{ marginRight: 8 }}>
          {row.number}
        </Link>
      ))}
      {rows.length > mostListed && `and ${plural(rows.length - mostListed, 'more row')}`}
    </p>
  );
}
