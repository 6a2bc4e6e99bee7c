import { Button, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import {
  type AdjudicationOrder,
  type AdjudicationState,
  useAdjudicationCounts,
  useAdjudications,
  useOpenAdjudication,
} from '@/features/reviewing/requests/adjudications';
import { ago, count, plural } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { Chips } from '@/ui/Chips';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page, Part } from '@/ui/Page';
import { Pager, pageSize, usePage } from '@/ui/Pager';
import { StateBadge } from '@/ui/StateBadge';
import { Table } from '@/ui/Table';

const states: { value: AdjudicationState | ''; label: string; counted: 'total' | AdjudicationState }[] = [
  { value: '', label: 'All', counted: 'total' },
  { value: 'waiting', label: 'Not begun', counted: 'waiting' },
  { value: 'open', label: 'In progress', counted: 'open' },
  { value: 'done', label: 'Adjudicated', counted: 'done' },
];
const orders: { value: AdjudicationOrder; label: string }[] = [
  { value: 'title', label: 'By title' },
  { value: 'regions', label: 'Most regions first' },
  { value: 'changed', label: 'Last changed first' },
];

function leftWords(nRows: number): string {
  return nRows === 0 ? 'ready to be marked as gold' : `${plural(nRows, 'row')} left`;
}

/** Pairs with two submitted reviews or more: where they differ, an adjudicator settles it. */
export function AdjudicationsPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const params = useAddressParams();
  const choose = useChooseParams();
  const navigate = useNavigate();
  const state = states.find(({ value }) => value !== '' && value === params.get('state'))?.value || undefined;
  const order = orders.find(({ value }) => value === params.get('sort'))?.value ?? 'title';
  const pairs = useAdjudications(slug, { state, order, page: usePage(), page_size: pageSize });
  const counts = useAdjudicationCounts(slug);
  const opening = useOpenAdjudication(slug);
  const open = (pair: number) => opening.mutate(pair, { onSuccess: (review) => void navigate(`/review/${review.id}`) });
  return (
    <Page
      title="Adjudication"
      guide="admin#adjudication"
      lead="Decide where the reviews of a pair differ. The result is gold."
      actions={
        <>
          <Chips
            label="In state"
            options={states.map(({ value, label, counted }) => ({ value, label, n: counts.data?.[counted] }))}
            chosen={state ?? ''}
            onChoose={(to) => choose({ state: to, page: null })}
          />
          <Select
            aria-label="Sort by"
            w={180}
            allowDeselect={false}
            data={orders}
            value={order}
            onChange={(to) => choose({ sort: to === 'title' ? null : to, page: null })}
          />
        </>
      }
    >
      {tabs}
      <Part title="Pairs" note={pairs.data && plural(pairs.data.count, 'pair')}>
        {pairs.isPending && <Loading what="pairs" />}
        {pairs.isError && <ErrorNote error={pairs.error} onRetry={() => void pairs.refetch()} />}
        {opening.isError && <ErrorNote error={opening.error} />}
        {pairs.data?.count === 0 &&
          (state ? (
            <p className="soft">
              No pairs in this state. <Button onClick={() => choose({ state: null, page: null })}>Show all</Button>
            </p>
          ) : (
            <p className="soft">Nothing to adjudicate yet: it needs two submitted reviews of a pair.</p>
          ))}
        {pairs.data && pairs.data.results.length > 0 && (
          <Table
            label="Pairs to adjudicate"
            head={
              <>
                <th>Pair</th>
                <th data-right>Reviews</th>
                <th data-right>Regions that differ</th>
                <th>Adjudication</th>
                <th>
                  <span className="vh">Actions</span>
                </th>
              </>
            }
          >
            {pairs.data.results.map(({ pair, title, n_submitted, n_regions, adjudication }) => (
              <tr key={pair}>
                <th scope="row">
                  <Link to={`/p/${slug}/pairs/${pair}`} dir="auto">
                    {title}
                  </Link>
                </th>
                <td data-right data-label="reviews" className="num">
                  {count(n_submitted)}
                </td>
                <td data-right data-label="regions that differ" className="num">
                  {n_regions === null ? <span title="The reviews are being compared">…</span> : count(n_regions)}
                </td>
                <td data-nowrap>
                  {adjudication ? (
                    <>
                      <StateBadge state={adjudication.state} />{' '}
                      <small>
                        {adjudication.annotator.name || adjudication.annotator.username},{' '}
                        {adjudication.state === 'submitted'
                          ? ago(adjudication.updated_at)
                          : leftWords(adjudication.n_rows - adjudication.n_reviewed)}
                      </small>
                    </>
                  ) : (
                    <span className="soft">Not begun</span>
                  )}
                </td>
                <td data-right data-nowrap>
                  {adjudication ? (
                    <Button component={Link} to={`/review/${adjudication.id}`}>
                      {adjudication.state === 'submitted' ? 'Open' : 'Continue'}
                    </Button>
                  ) : (
                    <Button loading={opening.isPending && opening.variables === pair} onClick={() => open(pair)}>
                      Adjudicate
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
        <Pager total={pairs.data?.count ?? 0} what="pairs" />
      </Part>
    </Page>
  );
}
