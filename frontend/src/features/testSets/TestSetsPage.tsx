import { useParams } from 'react-router';
import { canCurate, useProject } from '@/api/projects';
import { useGoldPreview, useTestSets } from '@/api/testSets';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page, Part } from '@/ui/Page';
import { Downloads } from './Downloads';
import { NewTestSet } from './NewTestSet';
import { TestSetItem } from './TestSetItem';

/** Named collections of gold rows, and the gold of the whole project. */
export function TestSetsPage() {
  const { slug = '' } = useParams();
  const sets = useTestSets(slug);
  const manage = canCurate(useProject(slug).data?.role);
  const gold = useGoldPreview(slug, { enabled: manage });
  return (
    <Page
      title="Test sets"
      lead="Gold is what submitted reviews say. A test set names the reviews that belong to it."
      aside={manage && <NewTestSet slug={slug} />}
    >
      {manage && (
        <Part title="All gold of the project">
          {gold.isError && <ErrorNote error={gold.error} onRetry={() => void gold.refetch()} />}
          {gold.data && (
            <>
              <p className="soft num">
                {gold.data.n_reviews === 0
                  ? 'No review has been submitted yet, so there is no gold.'
                  : `${plural(gold.data.n_rows, 'row')} of ${plural(gold.data.n_reviews, 'submitted review')}.`}
              </p>
              {gold.data.n_rows > 0 && <Downloads slug={slug} what="all gold" />}
            </>
          )}
        </Part>
      )}
      <Part title="Test sets" note={sets.data && plural(sets.data.count, 'test set')}>
        {sets.isPending && <Loading what="test sets" />}
        {sets.isError && <ErrorNote error={sets.error} onRetry={() => void sets.refetch()} />}
        {sets.data?.count === 0 && (
          <p className="soft">
            No test set yet. {manage ? 'Choose submitted reviews and name one.' : 'Admins and adjudicators make them.'}
          </p>
        )}
        {sets.data?.results.map((set) => (
          <TestSetItem key={set.id} set={set} slug={slug} canChange={manage} />
        ))}
      </Part>
    </Page>
  );
}
