import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { useReleases } from '@/features/releases/requests/releases';
import { plural } from '@/lib/format';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { Downloads } from './Downloads';
import { NewTestSet } from './NewTestSet';
import { useGoldPreview, useTestSets } from './requests';
import { TestSetItem } from './TestSetItem';

/** Named selections of submitted reviews, and the gold of the whole project. */
export function TestSetsPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const sets = useTestSets(slug);
  const releases = useReleases(slug);
  const role = useProject(slug).data?.role;
  const manage = may(role, 'test-sets', 'create');
  const gold = useGoldPreview(slug, manage);
  return (
    <Page
      title="Test sets"
      lead="Gold comes from submitted reviews. A test set selects gold rows by rules and by hand; a release freezes them under a version number."
      aside={manage && <NewTestSet slug={slug} />}
    >
      {tabs}
      {manage && (
        <Part title="All gold in this project">
          <Pending of={gold} />
          {gold.data && (
            <>
              <p className="soft num">
                {gold.data.n_reviews === 0
                  ? 'No gold yet: no reviews have been submitted.'
                  : `${gold.data.n_rows === null ? 'Counting the rows' : plural(gold.data.n_rows, 'row')} from ${plural(gold.data.n_reviews, 'submitted review')}.`}
              </p>
              {gold.data.n_rows !== 0 && gold.data.n_reviews > 0 && <Downloads slug={slug} what="all gold" />}
            </>
          )}
        </Part>
      )}
      <Part title="Test sets" note={sets.data && plural(sets.data.count, 'test set')}>
        <Pending of={sets} what="test sets" />
        <Pending of={releases} />
        {sets.data?.count === 0 && (
          <p className="soft">
            {role && !may(role, 'test-sets', 'list')
              ? 'Test sets are not shown to annotators.'
              : `No test sets yet. ${manage ? 'Name one to create it.' : 'Only admins and adjudicators can create them.'}`}
          </p>
        )}
        {sets.data?.results.map((set) => (
          <TestSetItem
            key={set.id}
            set={set}
            releases={releases.data?.filter((release) => release.test_set === set.id) ?? []}
            slug={slug}
            canChange={manage}
          />
        ))}
      </Part>
    </Page>
  );
}
