import { count } from '@/lib/format';
import styles from './Cells.module.css';
import type { Cell, Measure, Said } from './requests';
import { cellSentence, firstName, isGrid, listed, type Person, personName, saidText, unitOf, valuesOf } from './words';

interface Props {
  measure: Measure;
  first: Person | undefined;
  second: Person | undefined;
  said: Said | undefined;
  onChoose: (said: Said | undefined) => void;
}

/** How often each pair of values was given; a cell leads to its rows. */
export function Confusion({ measure, first, second, said, onChoose }: Props) {
  const chosen = measure.cells.find((cell) => cell.first === said?.first_said && cell.second === said.second_said);
  const button = (cell: Cell) => (
    <CellButton
      key={`${cell.first}\n${cell.second}`}
      cell={cell}
      agrees={measure.kind === 'pieces' ? cell.first === 'same' : cell.first === cell.second}
      isCurrent={cell === chosen}
      label={labelOf(measure, cell, firstName(first), firstName(second))}
      onClick={() => onChoose(cell === chosen ? undefined : { first_said: cell.first, second_said: cell.second })}
    />
  );
  if (measure.cells.length === 0) return <p className="soft">Nothing to compare between these two.</p>;
  return (
    <>
      {isGrid(measure) ? (
        <Grid measure={measure} first={first} second={second} button={button} />
      ) : (
        <ul className={styles.cells}>
          {listed(measure)
            .slice(0, 20)
            .map((cell) => (
              <li key={`${cell.first}\n${cell.second}`}>
                {button(cell)}
                <span>{wordsOf(measure, cell, firstName(first), firstName(second))}</span>
              </li>
            ))}
        </ul>
      )}
      {chosen && (
        <p className={styles.sentence} role="status">
          {cellSentence(measure, chosen, firstName(first), firstName(second))}
        </p>
      )}
    </>
  );
}

function Grid({
  measure,
  first,
  second,
  button,
}: Pick<Props, 'measure' | 'first' | 'second'> & { button: (cell: Cell) => React.ReactNode }) {
  const values = valuesOf(measure.cells);
  // Neither has it: there is nothing to count.
  const isImpossible = (a: string, b: string) => a === 'lacks' && b === 'lacks';
  const cellOf = (a: string, b: string) =>
    measure.cells.find((cell) => cell.first === a && cell.second === b) ?? { first: a, second: b, n: 0 };
  return (
    <table className={styles.confusion} aria-label={`${measure.name}: ${personName(first)} and ${personName(second)}`}>
      <thead>
        <tr>
          <td />
          <th colSpan={values.length} scope="colgroup">
            {personName(second)}
          </th>
        </tr>
        <tr>
          <th scope="col">{personName(first)}</th>
          {values.map((value) => (
            <th key={value} scope="col">
              {saidText(value)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {values.map((one) => (
          <tr key={one}>
            <th scope="row">{saidText(one)}</th>
            {values.map((other) => (
              <td key={other}>{!isImpossible(one, other) && button(cellOf(one, other))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  cell: Cell;
  agrees: boolean;
  isCurrent: boolean;
  label: string;
  onClick: () => void;
}

function CellButton({ cell, agrees, isCurrent, label, onClick }: CellProps) {
  const isAside = cell.first === '' || cell.second === '';
  const kind = isAside ? 'aside' : agrees ? 'agrees' : cell.n > 0 ? 'differs' : 'none';
  return (
    <button
      type="button"
      className={styles.said}
      data-kind={kind}
      aria-pressed={isCurrent}
      aria-label={label}
      disabled={cell.n === 0}
      onClick={onClick}
    >
      <b className="num">{count(cell.n)}</b>
      {kind === 'agrees' && <small>agree</small>}
    </button>
  );
}

function wordsOf(measure: Measure, cell: Cell, first: string, second: string): string {
  if (measure.kind === 'pieces') return `${cell.first} source`;
  if (cell.first === cell.second) return `both: ${saidText(cell.first)}`;
  return `${first}: ${saidText(cell.first)}; ${second}: ${saidText(cell.second)}`;
}

/** "Aisha yes, Tomás no, 171 rows". */
function labelOf(measure: Measure, cell: Cell, first: string, second: string): string {
  const n = `${count(cell.n)} ${unitOf(measure, cell.n)}`;
  if (measure.kind === 'pieces') return `${cell.first} source, ${n}`;
  return `${first} ${saidText(cell.first)}, ${second} ${saidText(cell.second)}, ${n}`;
}
