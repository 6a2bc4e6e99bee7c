/** One region: the reviews side by side, the result, and, where it is active, what can be done about it. */

import { IconCheck, IconFlag } from '@tabler/icons-react';
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useReview } from '../frame/context';
import { type Doc, numberOf, rowOf } from '../model/document';
import styles from './Adjudication.module.css';
import {
  type Choice,
  compose,
  isSettled,
  letters,
  linesOf,
  type Part,
  partsInWords,
  partsOf,
  type Region,
  sameAs,
} from './model';
import { LineHead, RegionCell } from './RegionCells';

export interface RegionProps {
  region: Region;
  n: number;
  /** Rows of the result that hold its text. */
  ids: readonly string[];
  isActive: boolean;
  /** What is chosen and not accepted yet; null for the result as it is. */
  choice: Choice | null;
  reason: string;
  reasons: readonly string[];
  /** The reviews that have a column. */
  columns: readonly number[];
  locked: boolean;
  narrow: boolean;
  on: {
    activate: (region: number) => void;
    take: (number: number) => void;
    part: (part: Part, number: number) => void;
    reason: (reason: string) => void;
    accept: () => void;
    edit: () => void;
    flag: () => void;
  };
}

/** What became of a region, or would: from whom it was taken. */
export function fromWhom(doc: Doc, ids: readonly string[], region: Region, chosen: Choice | null): string {
  const same = sameAs(chosen ? compose(region, chosen) : ids.map((id) => rowOf(doc, id)), region);
  return same.map((number) => letters[number]).join(', ');
}

export const RegionView = memo(function RegionView(props: RegionProps) {
  const { region, n, ids, isActive, choice, columns, locked, narrow, on } = props;
  const doc = useReview((state) => state.doc);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isActive) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const settled = isSettled(doc, ids);
  const rows = ids.map((id) => rowOf(doc, id));
  const result = choice && isActive ? compose(region, choice) : rows;
  const isShown = settled || isActive;
  const lines = useMemo(
    () => linesOf([...columns.map((number) => region.rows[number] ?? []), isShown ? result : []], doc.kind),
    [columns, region, result, isShown, doc.kind],
  );
  const from = fromWhom(doc, ids, region, isActive ? choice : null);
  const numbers = ids.map((id) => numberOf(doc, id));
  const [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0];
  const where = first === last ? `row ${first}` : `rows ${first} to ${last}`;
  const what = partsInWords(region, doc.kind);
  const reason = rows.map((row) => row.decision_reason).find((text) => text);
  const flagged = rows.some((row) => row.flagged);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: J and K go from region to region
    <section
      ref={place}
      className={styles.region}
      data-active={isActive || undefined}
      data-region={region.number}
      data-settled={settled || undefined}
      aria-label={`Region ${region.number} of ${n}, ${where}, differs in ${what}; ${settled ? 'settled' : 'open'}${from ? `, Gold same as ${from}` : ''}`}
      aria-current={isActive || undefined}
      onClick={() => !isActive && on.activate(region.number)}
      // A button that was clicked does not take the Enter that accepts.
      onMouseDown={(event) =>
        event.target instanceof Element && event.target.closest('button') && event.preventDefault()
      }
    >
      <div className={styles.line} data-kind="head">
        <h2>
          Region {region.number}
          {isActive && ` of ${n}`}{' '}
          <small>
            {where} · {what}
          </small>
          {flagged && <IconFlag size={14} stroke={1.75} aria-label="flagged to discuss" className={styles.flag} />}
        </h2>
        {columns.map((number) => (
          <span key={number}>
            {isActive && !locked && (
              <button
                type="button"
                className={styles.take}
                aria-pressed={
                  choice
                    ? choice.links === number && choice.labels === number && choice.text === number
                    : from.includes(letters[number] ?? '-')
                }
                onClick={() => on.take(number)}
              >
                Take {letters[number]} <kbd>{letters[number]}</kbd>
              </button>
            )}
          </span>
        ))}
        <span className={styles.outcome}>
          {isActive && (from ? `same as ${from}` : 'as edited')}
          {!isActive && settled && (
            <>
              <IconCheck size={15} stroke={2} aria-hidden="true" /> {from ? `took ${from}` : 'edited'}
              {reason && <small> {reason}</small>}
            </>
          )}
        </span>
      </div>
      <div className={styles.lines}>
        {lines.map((line, at) => (
          <div key={at} className={styles.line}>
            <LineHead line={line} />
            {columns.map((number, column) => (
              <RegionCell
                key={number}
                name={letters[number] ?? ''}
                rows={line.rows[column] ?? []}
                others={columns.flatMap((_, other) => (other === column ? [] : [line.rows[other] ?? []]))}
                tone="doubt"
              />
            ))}
            {isShown ? (
              <RegionCell
                name="Gold"
                rows={line.rows.at(-1) ?? []}
                others={columns.map((_, column) => line.rows[column] ?? [])}
                tone={isActive ? 'will' : 'none'}
              />
            ) : (
              <div className={styles.undecided} data-name="Gold">
                <span>undecided</span>
              </div>
            )}
          </div>
        ))}
      </div>
      {isActive && !locked && <Deciding {...props} />}
      {isActive && narrow && !locked && <p className={styles.hint}>Edit on a larger screen.</p>}
    </section>
  );
});

function Deciding({ region, choice, columns, reason, reasons, narrow, on }: RegionProps): ReactNode {
  const words: Record<Part, string> = { links: 'Links', labels: 'Labels', text: 'Text' };
  return (
    <div className={styles.deciding}>
      {partsOf(region).length > 1 && (
        <>
          <span className={styles.from}>From</span>
          {partsOf(region).map((part) => (
            <fieldset key={part} className={styles.part}>
              <legend>{words[part]}</legend>
              {columns.map((number) => (
                <button
                  key={number}
                  type="button"
                  aria-pressed={choice?.[part] === number}
                  aria-label={`${words[part]} from ${letters[number]}`}
                  onClick={() => on.part(part, number)}
                >
                  {letters[number]}
                </button>
              ))}
            </fieldset>
          ))}
        </>
      )}
      <span className={styles.grow} />
      <button type="button" className={styles.button} onClick={on.flag} title="Flag to discuss (F)">
        Flag <kbd>F</kbd>
      </button>
      <label className={styles.reason}>
        <input
          data-field="decision-reason"
          list="decision-reasons"
          maxLength={60}
          placeholder="Reason, optional"
          aria-label="Reason, optional"
          value={reason}
          onChange={(event) => on.reason(event.currentTarget.value)}
        />
        <kbd>Q</kbd>
        <datalist id="decision-reasons">
          {reasons.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </label>
      {!narrow && (
        <button type="button" className={styles.button} onClick={on.edit}>
          Edit result <kbd>E</kbd>
        </button>
      )}
      <button type="button" className={styles.main} data-field="accept-region" onClick={on.accept}>
        Accept, next <kbd>Enter</kbd>
      </button>
    </div>
  );
}
