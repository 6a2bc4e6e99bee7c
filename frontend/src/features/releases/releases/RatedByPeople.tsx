import type { ReleaseDetail } from '@/features/releases/requests/releases';
import { count, date, plural } from '@/lib/format';
import { Part } from '@/ui/Page';
import { right, Table } from '@/ui/Table';

type FrozenRatings = NonNullable<ReleaseDetail['contents']>['ratings'];
type FrozenQuestion = FrozenRatings[number]['questions'][number];
type FrozenSystem = FrozenQuestion['systems'][number];

/** What people said of systems in rating tasks, as it was when the release was frozen; nothing where there was none. */
export function RatedByPeople({ ratings }: { ratings: FrozenRatings }) {
  if (ratings.length === 0) return null;
  return (
    <Part title="Rated by people" note="means with 95 % intervals, bold: best; rules and tables are among the files">
      {ratings.map((task) => (
        <div key={`${task.name} ${task.closed_on}`}>
          <h3 dir="auto">{task.name}</h3>
          <p className="soft">
            {count(task.n_counted)} of {plural(task.n_raters, 'rater')} counted, {plural(task.n_ratings, 'sample')}{' '}
            rated in {plural(task.n_sets, 'set')}, closed on {date(task.closed_on)}.
          </p>
          {task.questions.length > 0 && (
            <Table label={task.name} columns={['System', ...task.questions.map(({ name }) => right(name))]}>
              {systemsOf(task.questions).map((system) => (
                <tr key={system}>
                  <th scope="row" dir="auto">
                    {system}
                  </th>
                  {task.questions.map((question) => (
                    <td key={question.name} className="num" data-right data-label={question.name}>
                      <Opinion of={question} system={system} />
                    </td>
                  ))}
                </tr>
              ))}
            </Table>
          )}
        </div>
      ))}
    </Part>
  );
}

/** The one with the highest mean over the questions first. */
function systemsOf(questions: readonly FrozenQuestion[]): string[] {
  const names = [...new Set(questions.flatMap(({ systems }) => systems.map(({ system }) => system)))];
  const sum = (name: string) => questions.reduce((all, question) => all + (opinionOf(question, name)?.value ?? 0), 0);
  return names.sort((a, b) => sum(b) - sum(a));
}

const opinionOf = ({ systems }: FrozenQuestion, name: string): FrozenSystem | undefined =>
  systems.find(({ system }) => system === name);

/** "3.82 3.61–4.03" */
function Opinion({ of, system }: { of: FrozenQuestion; system: string }) {
  const { value, low, high } = opinionOf(of, system) ?? { value: null, low: null, high: null };
  if (value === null) return '–';
  const isBest = of.systems.every((other) => (other.value ?? value) <= value);
  return (
    <>
      {isBest ? <b>{value.toFixed(2)}</b> : value.toFixed(2)}{' '}
      {low !== null && high !== null && (
        <small>
          {low.toFixed(2)}–{high.toFixed(2)}
        </small>
      )}
    </>
  );
}
