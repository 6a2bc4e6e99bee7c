import { Link } from 'react-router';
import { count, date, plural } from '@/lib/format';
import { LanguageTiles } from '@/ui/large/Reads';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { right, Table } from '@/ui/Table';
import { ReviewCells } from './ReviewCells';
import { type OwnWork, useOwnWork } from './requests';

/** One's own work: pace and reviews, nothing that is planted, and nobody else. */
export function OwnPage({ slug }: { slug: string }) {
  const work = useOwnWork(slug);
  const { data } = work;
  return (
    <Page
      title={data ? data.person.name || data.person.username : 'You'}
      guide="annotator#your-queue"
      above={<Link to={`/p/${slug}/people`}>People</Link>}
      lead={data && since(data)}
      aside={
        data && (
          <Part title="You read">
            <LanguageTiles languages={data.languages} />
            <p className="soft">
              Change it on your <Link to={`/p/${slug}/queue`}>queue</Link>.
            </p>
          </Part>
        )
      }
    >
      <Pending of={work} what="your work" />
      {data && (
        <Part title="Your reviews" note={listed(data)}>
          <Reviews reviews={data.reviews} />
        </Part>
      )}
    </Page>
  );
}

function Reviews({ reviews }: Pick<OwnWork, 'reviews'>) {
  if (reviews.length === 0) return <p className="soft">No review yet.</p>;
  return (
    <Table label="Your reviews" columns={['Pair', 'Languages', right('Rows'), 'State', 'Submitted']}>
      {reviews.map((one) => (
        <tr key={one.id} className={one.state === 'set_aside' ? 'soft' : undefined}>
          <ReviewCells review={one} />
        </tr>
      ))}
    </Table>
  );
}

function since({ role, member_since, rows_per_hour, n_open_slots }: OwnWork): string {
  const parts = [
    role && member_since && `${role} since ${date(member_since)}`,
    rows_per_hour && `${count(Math.round(rows_per_hour))} rows an hour`,
    `${plural(n_open_slots, 'open review')} held`,
  ];
  return parts.filter(Boolean).join(' · ');
}

function listed({ reviews, n_reviews }: OwnWork): string {
  const all = plural(n_reviews, 'review');
  return reviews.length < n_reviews ? `the ${count(reviews.length)} newest of ${all}` : all;
}
