import { type KeyboardEvent, useRef } from 'react';
import { good, least } from '@/features/teams/alpha';
import { count, figure, initials } from '@/lib/format';
import styles from './Cells.module.css';
import { toneOf } from './Figures';
import type { Agreement, PeopleFigure } from './requests';
import { personName } from './words';

interface Props {
  people: Agreement['people'];
  figures: readonly PeopleFigure[];
  few: number;
  current: string | undefined;
  /** Named in the label of the table. */
  of: string;
  onChoose: (people: string | undefined) => void;
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** The figure of each two people. One tab stop; arrows go from cell to cell, Enter chooses. */
export function PeopleMatrix({ people, figures, few, current, of, onChoose }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const by = new Map(figures.map((of) => [`${of.first},${of.second}`, of]));
  const cellOf = (row: number, column: number) => {
    const ids = [people[row]?.id ?? 0, people[column]?.id ?? 0].sort((a, b) => a - b);
    return by.get(ids.join(','));
  };
  const chosen = figures.find(({ first, second }) => `${first},${second}` === current) ?? figures[0];
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const at = event.currentTarget.dataset.at?.split(' ').map(Number) ?? [];
    for (let n = 1; n < people.length; n += 1) {
      const next = `${(at[0] ?? 0) + n * step[0]} ${(at[1] ?? 0) + n * step[1]}`;
      const button = table.current?.querySelector<HTMLButtonElement>(`button[data-at="${next}"]`);
      if (button) {
        button.focus();
        return;
      }
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.scroll} role="group" aria-label={`${of} between people`} tabIndex={-1}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrows go from cell to cell */}
      <table className={styles.matrix} role="grid" aria-label={`${of} of each two people`} ref={table}>
        <thead>
          <tr>
            <td />
            {people.slice(0, -1).map((person) => (
              <th key={person.id} scope="col" title={personName(person)}>
                <span aria-hidden="true">{initials(personName(person))}</span>
                <span className="vh">{personName(person)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.slice(1).map((person, index) => (
            <tr key={person.id}>
              <th scope="row">{personName(person)}</th>
              {people.slice(0, index + 1).map((other, column) => {
                const shown = cellOf(index + 1, column);
                if (!shown || shown.n_units === 0) {
                  return (
                    <td key={other.id} className={styles.none}>
                      none
                    </td>
                  );
                }
                const ids = `${shown.first},${shown.second}`;
                return (
                  <td key={other.id}>
                    <button
                      type="button"
                      className={`${styles.cell} ${toneOf(shown, few)}`}
                      data-at={`${index + 1} ${column}`}
                      data-level={levelOf(shown, few)}
                      aria-pressed={ids === current}
                      tabIndex={shown === chosen ? 0 : -1}
                      onKeyDown={move}
                      onClick={() => onChoose(ids === current ? undefined : ids)}
                    >
                      <span className="vh">{`${personName(person)} and ${personName(other)}: `}</span>
                      <b className="num">{figure(shown.value)}</b>
                      <span className="vh">, </span>
                      <small className="num">{count(shown.n_units)}</small>
                      <span className="vh"> compared</span>
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How dark a cell is: lowest are marked below as well, so that nothing depends on colour alone. */
function levelOf({ value, n_units }: PeopleFigure, few: number): string {
  if (value === null || n_units < few) return 'unsure';
  if (value < 0.5) return 'lowest';
  if (value < least) return 'low';
  return value < good ? 'fair' : 'good';
}
