import { useDeleteTestSet } from '@/api/testSets';
import type { TestSet } from '@/api/types';
import { dateTime, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Downloads } from './Downloads';
import classes from './TestSets.module.css';

/** One test set, with its downloads. */
export function TestSetItem({ set, slug, canChange }: { set: TestSet; slug: string; canChange: boolean }) {
  const remove = useDeleteTestSet();
  return (
    <article className={classes.set}>
      <h3 dir="auto">{set.name}</h3>
      {set.description && <p dir="auto">{set.description}</p>}
      <p className="muted num">
        {plural(set.n_rows, 'row')} from {plural(set.reviews.length, 'review')}, created {dateTime(set.created_at)}
      </p>
      {canChange && <Downloads slug={slug} what={set.name} testSet={set.id} />}
      {remove.isError && <ErrorNote error={remove.error} />}
      {canChange && (
        <div className={classes.verbs}>
          <AskFirst
            verb="Delete"
            label={`Delete ${set.name}`}
            question={`Delete ${set.name}? Its reviews are kept.`}
            yes="Delete"
            isPending={remove.isPending}
            onYes={() => remove.mutate(set.id)}
          />
        </div>
      )}
    </article>
  );
}
