import { useState } from 'react';
import { signed } from '@/lib/format';
import { Part } from '@/ui/Page';
import { Table } from '@/ui/Table';
import { differenceOf, ranked, verdictOf } from './model/figures';
import type { QuestionResults } from './requests';
import classes from './Tasks.module.css';

/** Each system less each below it; a cell says whether the two are told apart, and what it would take. */
export function Differences({ question: { systems, differences } }: { question: QuestionResults }) {
  const names = ranked(systems).map(({ system }) => system);
  const first = differences.find(({ is_clear }) => !is_clear) ?? differences[0];
  const [chosen, choose] = useState(() => (first ? [first.first, first.second] : []));
  const open = names
    .flatMap((row, at) => names.slice(at + 1).map((column) => differenceOf(differences, row, column)))
    .find((each) => each !== null && chosen.includes(each.first) && chosen.includes(each.second));
  return (
    <Part title="Differences" note="row minus column, same set and rater; bold where the interval leaves out 0">
      <Table
        label="Differences"
        className={classes.matrix}
        head={
          <>
            <td />
            {names.slice(1).map((name) => (
              <th key={name} scope="col" dir="auto">
                {name}
              </th>
            ))}
          </>
        }
      >
        {names.slice(0, -1).map((row, at) => (
          <tr key={row}>
            <th scope="row" dir="auto">
              {row}
            </th>
            {names.slice(1).map((column, index) => {
              const apart = index >= at ? differenceOf(differences, row, column) : null;
              return (
                <td key={column}>
                  {apart && (
                    <button
                      type="button"
                      aria-label={`${row} minus ${column}: ${signed(apart.value)}`}
                      aria-pressed={apart === open || (open?.first === row && open.second === column)}
                      data-clear={apart.is_clear || undefined}
                      onClick={() => choose([row, column])}
                    >
                      {signed(apart.value)}
                    </button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
      {open && (
        <p className={classes.pair} role="status">
          <b dir="auto">
            {open.first} and {open.second}
          </b>
          <br />
          {verdictOf(open)}
        </p>
      )}
    </Part>
  );
}
