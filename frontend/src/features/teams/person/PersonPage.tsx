import { Link, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { count, date, plural } from '@/lib/format';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { StateBadge } from '@/ui/StateBadge';
import { right, Table } from '@/ui/Table';
import { Figures } from './Figures';
import { Missed } from './Missed';
import { Pause } from './Pause';
import { type PersonWork, usePersonWork } from './requests';
import { SetAside } from './SetAside';

/** Whether to trust somebody's work, and what becomes of it if not. */
export function PersonPage() {
  const { slug = '', personId = '' } = useParams();
  const role = useProject(slug).data?.role;
  const isAdmin = may(role, 'person-work', 'retrieve');
  if (role && !isAdmin) {
    return (
      <Page title="People">
        <p className="soft">Only admins of the project can see this page.</p>
      </Page>
    );
  }
  return isAdmin ? <Person slug={slug} person={Number(personId)} /> : null;
}

function Person({ slug, person }: { slug: string; person: number }) {
  const work = usePersonWork(slug, person);
  const name = work.data ? work.data.person.name || work.data.person.username : 'Person';
  return (
    <Page
      title={name}
      guide="admin#one-persons-work"
      above={<Link to={`/p/${slug}/people`}>People</Link>}
      lead={work.data && since(work.data)}
      aside={
        work.data && (
          <>
            {work.data.role && <Pause slug={slug} work={work.data} />}
            <SetAside slug={slug} work={work.data} />
          </>
        )
      }
    >
      <Pending of={work} what="the figures" />
      {work.data && (
        <>
          <Part title="Figures" note="others: lowest to highest of the rest of the team">
            <Figures work={work.data} />
          </Part>
          <Missed slug={slug} person={person} />
          <Part title="Reviews" note={listed(work.data)}>
            <Reviews work={work.data} />
          </Part>
        </>
      )}
    </Page>
  );
}

function listed({ reviews, n_reviews }: PersonWork): string {
  const all = plural(n_reviews, 'review');
  return reviews.length < n_reviews ? `the ${count(reviews.length)} newest of ${all}` : all;
}

function since({ role, member_since, n_reviews, n_open_slots }: PersonWork): string {
  const who = role && member_since ? `${role} since ${date(member_since)}` : 'former member';
  return `${who} · ${plural(n_reviews, 'review')} · ${plural(n_open_slots, 'open review')} held`;
}

function Reviews({ work }: { work: PersonWork }) {
  if (work.reviews.length === 0)
    return <p className="soft">No review yet. Figures start with the first that is submitted.</p>;
  return (
    <Table label="Reviews" columns={['Pair', 'Languages', right('Rows'), 'State', 'Submitted']}>
      {work.reviews.map((one) => (
        <tr key={one.id}>
          <th scope="row" dir="auto">
            <Link to={`/review/${one.id}`}>{one.pair}</Link>
          </th>
          <td data-label="languages">
            {one.source_language.toUpperCase()} → {one.target_language.toUpperCase()}
          </td>
          <td data-right data-label="rows" className="num">
            {one.n_reviewed}/{one.n_rows}
          </td>
          <td data-label="state">
            <StateBadge state={one.state} />
            {one.return_reason && <small dir="auto">“{one.return_reason}”</small>}
          </td>
          <td data-label="submitted">{one.submitted_at ? date(one.submitted_at) : '–'}</td>
        </tr>
      ))}
    </Table>
  );
}
