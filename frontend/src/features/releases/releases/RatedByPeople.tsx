import type { ReleaseDetail } from '@/features/releases/requests/releases';
import { count, date, plural } from '@/lib/format';
import { Facts } from '@/ui/Facts';
import { Part } from '@/ui/Page';

type FrozenRatings = NonNullable<ReleaseDetail['contents']>['ratings'];
type FrozenSystem = FrozenRatings[number]['questions'][number]['systems'][number];

/** What people said of systems in rating tasks, as it was when the release was frozen; nothing where there was none. */
export function RatedByPeople({ ratings }: { ratings: FrozenRatings }) {
  if (ratings.length === 0) return null;
  return (
    <Part title="Rated by people" note="means with 95 % intervals; rules and tables are among the files">
      {ratings.map((task) => (
        <div key={`${task.name} ${task.closed_on}`}>
          <h3 dir="auto">{task.name}</h3>
          <p className="soft">
            {count(task.n_counted)} of {plural(task.n_raters, 'rater')} counted, {plural(task.n_ratings, 'sample')}{' '}
            rated in {plural(task.n_sets, 'set')}, closed on {date(task.closed_on)}.
          </p>
          {task.questions.length > 0 && (
            <Facts facts={task.questions.map(({ name, systems }) => [name, systems.map(opinion).join('; ') || '–'])} />
          )}
        </div>
      ))}
    </Part>
  );
}

/** "North 3.82 (3.61 to 4.03)" */
function opinion({ system, value, low, high }: FrozenSystem) {
  if (value === null) return `${system} –`;
  const interval = low === null || high === null ? '' : ` (${low.toFixed(2)} to ${high.toFixed(2)})`;
  return `${system} ${value.toFixed(2)}${interval}`;
}
