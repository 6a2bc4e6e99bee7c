import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FigureComparison, System, SystemFigure } from '@/features/releases/requests/systems';
import { figureOf, figureText, scopeOf } from '@/features/releases/systems/scores';
import { Unscored } from '@/features/releases/systems/Unscored';
import { chanceText, count, date } from '@/lib/format';
import { useChooseParams } from '@/lib/useChooseParams';
import { Interval } from './Interval';
import { wordsOf } from './kinds';
import classes from './Outputs.module.css';
import { fromBest, rateTitle } from './rates';

interface OutputRowProps {
  system: System;
  columns: readonly { key: string; label: string }[];
  /** Where the axis of each column ends, by its key. */
  ends: Readonly<Record<string, number>>;
  /** Whether no other is better in a column. */
  isBest: (key: string) => boolean;
  /** The first against this one. */
  differences: readonly FigureComparison[];
  isOpen: boolean;
  mayChange: boolean;
  /** The rows below it while it is open. */
  children: ReactNode;
}

export function OutputRow({ system, columns, ends, isBest, differences, isOpen, mayChange, children }: OutputRowProps) {
  const choose = useChooseParams();
  const isScored = system.figures.length > 0;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const about = [date(system.created_at), scopeOf(system, 0), normaliserOf(system)].filter(Boolean).join(', ');
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <th scope="row">
          {isScored ? (
            <button
              type="button"
              className={classes.name}
              aria-expanded={isOpen}
              onClick={() => choose({ output: isOpen ? null : String(system.id), talk: null })}
              dir="auto"
            >
              <Chevron size={14} stroke={1.75} aria-hidden="true" />
              {system.name}
            </button>
          ) : (
            <span dir="auto">{system.name}</span>
          )}{' '}
          <small>{about}</small>
        </th>
        {isScored ? (
          columns.map(({ key }) => (
            <td key={key}>
              <Rate
                of={figureOf(system.figures, key)}
                unit={wordsOf(system).unit}
                end={ends[key] ?? 1}
                isShort={columns.length > 4}
                isBest={isBest(key)}
                difference={differences.find((each) => each.key === key)}
              />
            </td>
          ))
        ) : (
          <td colSpan={Math.max(1, columns.length)}>
            <Unscored system={system} mayChange={mayChange} />
          </td>
        )}
        <td className={`num ${(system.n_missing ?? 0) > 0 ? classes.missing : ''}`}>{count(system.n_missing ?? 0)}</td>
      </tr>
      {isOpen && children}
    </>
  );
}

interface RateProps {
  of: SystemFigure | undefined;
  unit: string;
  end: number;
  isShort: boolean;
  isBest: boolean;
  difference: FigureComparison | undefined;
}

function Rate({ of, unit, end, isShort, isBest, difference }: RateProps) {
  if (of?.value == null) return '–';
  return (
    <span className={classes.rate} data-best={isBest || undefined} title={rateTitle(of.key, of.value, of.half, unit)}>
      <span className="num">{figureText(of.key, of.value)}</span>
      <Interval value={of.value} half={of.half} end={end} isShort={isShort} />
      {difference && <small>{fromBest(of.key, -difference.difference, chanceText(difference.p))}</small>}
    </span>
  );
}

function normaliserOf(system: System): string {
  const { normaliser } = system.options;
  return normaliser && normaliser !== 'plain' ? `normaliser ${String(normaliser)}` : '';
}
