import { type KeyboardEvent, useRef, useState } from 'react';
import classes from './Evaluation.module.css';
import { figure, heat, level, numeric, type Parameter, settingAt, symbols, valueText } from './model';
import type { Tuning, TuningResult } from './requests/tunings';

interface HeatMapProps {
  tuning: Tuning;
  result: TuningResult;
  x: Parameter;
  y: Parameter;
  fixed: number | null;
  /** A cell is fixed by Enter or a click: the place of its setting in the list of all. */
  onFix: (index: number | null) => void;
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** The scores of two parameters, the best over all others in each cell; the arrow keys move between cells. */
export function HeatMap({ tuning, result, x, y, fixed, onFix }: HeatMapProps) {
  const { grid, current } = tuning;
  const rows = heat(grid, result.scores, x, y);
  const table = useRef<HTMLTableElement>(null);
  const isOf = (setting: Record<Parameter, unknown>, row: number, column: number) =>
    setting[x] === grid[x][column] && setting[y] === grid[y][row];
  const best = rows.flatMap((cells, row) => cells.map((cell, column) => ({ ...cell, row, column })));
  const winner = best.find((cell) => isOf(result.best, cell.y, cell.x));
  const [place, setPlace] = useState<[number, number] | null>(null);
  const focused = place ?? [winner?.row ?? 0, winner?.column ?? 0];
  const known = best.flatMap(({ score }) => (score === null ? [] : [score]));
  const least = Math.min(...known);
  const most = Math.max(...known);
  const move = (event: KeyboardEvent, row: number, column: number) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const next: [number, number] = [
      Math.min(Math.max(row + step[0], 0), rows.length - 1),
      Math.min(Math.max(column + step[1], 0), grid[x].length - 1),
    ];
    setPlace(next);
    table.current?.querySelector<HTMLElement>(`[data-place="${next.join(' ')}"]`)?.focus();
  };
  return (
    <div className={classes.heatScroll}>
      <table
        ref={table}
        className={classes.heat}
        aria-label={`F1 of links by ${symbols[x]} and ${symbols[y]}`}
        aria-describedby="heat-legend"
      >
        <tbody>
          {rows.map((cells, row) => (
            <tr key={valueText(grid[y][cells[0]?.y ?? 0] ?? '')}>
              <th scope="row">{valueText(grid[y][cells[0]?.y ?? 0] ?? '')}</th>
              {cells.map((cell, column) => {
                const at = `${symbols[x]} ${valueText(grid[x][column] ?? '')}, ${symbols[y]} ${valueText(grid[y][cell.y] ?? '')}`;
                const isBest = isOf(result.best, cell.y, cell.x);
                const isCurrent = isOf(current, cell.y, cell.x);
                const parts = [
                  at,
                  cell.score === null ? 'not tried yet' : figure(cell.score),
                  isBest && 'best',
                  isCurrent && 'in use',
                ].filter(Boolean);
                return (
                  <td key={valueText(grid[x][column] ?? '')}>
                    <button
                      type="button"
                      data-place={`${row} ${column}`}
                      data-level={cell.score === null ? undefined : level(cell.score, least, most)}
                      data-best={isBest || undefined}
                      data-current={isCurrent || undefined}
                      aria-label={parts.join(', ')}
                      aria-pressed={fixed !== null && fixed === cell.index}
                      tabIndex={focused[0] === row && focused[1] === column ? 0 : -1}
                      onFocus={() => setPlace([row, column])}
                      onKeyDown={(event) => move(event, row, column)}
                      onClick={() => onFix(cell.index === fixed ? null : cell.index)}
                    >
                      {cell.score === null ? '' : figure(cell.score)}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {symbols[y]} \ {symbols[x]}
            </th>
            {grid[x].map((value) => (
              <th key={valueText(value)} scope="col">
                {valueText(value)}
              </th>
            ))}
          </tr>
        </tfoot>
      </table>
      {fixed !== null && result.scores[fixed] !== undefined && <Fixed tuning={tuning} result={result} index={fixed} />}
    </div>
  );
}

/** All parameters of the cell that was fixed. */
function Fixed({ tuning, result, index }: { tuning: Tuning; result: TuningResult; index: number }) {
  const setting = settingAt(tuning.grid, index);
  return (
    <p className={classes.fixed} role="status">
      <b>{figure(result.scores[index] ?? 0)}</b> with{' '}
      {numeric.map((name) => `${symbols[name]} ${valueText(setting[name])}`).join(', ')}, words compared by{' '}
      {setting.similarity}
    </p>
  );
}
