import { lazy, type ReactNode, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { SearchField } from '@/ui/SearchField';
import { Board } from './Board';
import { useBoardFilter } from './filter';
import { ProbeShares } from './ProbeShares';
import { Rules } from './Rules';
import { useBoardCounts, usePolicy, useWorkload } from './requests';
import { Workload } from './Workload';

const PolicyForm = lazy(async () => ({ default: (await import('./PolicyForm')).PolicyForm }));
const Stuck = lazy(async () => ({ default: (await import('./Stuck')).Stuck }));

/** Who has what of all pairs, and what an admin does about it. */
export function AssignmentsPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const policy = usePolicy(slug);
  const isOn = Boolean(policy.data);
  const { filter, choose } = useBoardFilter();
  const counts = useBoardCounts(slug, filter, isOn).data;
  const loads = useWorkload(slug, isOn).data ?? [];
  return (
    <Page
      title="Assignments"
      guide="admin#assigning-reviews"
      lead="Who reviews which pairs."
      actions={
        isOn && (
          <SearchField label="Find a pair" search={filter.search ?? ''} onSearch={(search) => choose({ search })} />
        )
      }
      aside={
        policy.data && (
          <>
            <Suspense>
              <Stuck slug={slug} loads={loads} unread={counts?.unread ?? []} />
            </Suspense>
            <Rules slug={slug} policy={policy.data} nFree={counts?.states.free ?? 0} />
            <Part title="Workload" note="left to do">
              <Workload loads={loads} />
            </Part>
            <Part title="Training round" note="before real work">
              <Link to={`/p/${slug}/reviews/training`}>Its rows, its rules, and who passed</Link>
            </Part>
          </>
        )
      }
    >
      {tabs}
      <Pending of={policy} what="assignments" />
      {policy.data === null && (
        <Part title="Reviews aren’t assigned yet">
          <p className="soft">
            Anyone can open any aligned pair. Once reviews are assigned, annotators get one pair after another from a
            queue, and you can assign pairs.
          </p>
          <PolicyForm slug={slug} policy={null} nFree={0} />
        </Part>
      )}
      {policy.data === null && (
        <Part title="Quality control" note="in new reviews">
          <ProbeShares slug={slug} />
        </Part>
      )}
      {isOn && <Board slug={slug} counts={counts} loads={loads} />}
    </Page>
  );
}
