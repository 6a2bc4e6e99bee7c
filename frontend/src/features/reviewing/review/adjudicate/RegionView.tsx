/** One region: the reviews side by side, the result, and, where it is active, what can be done about it. */

import { IconCheck, IconFlag } from '@tabler/icons-react';
import { memo, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { BarButton, MainButton } from '../bars/buttons';
import { useEditor } from '../frame/context';
import type { Doc } from '../model/document';
import type { Row, Side } from '../model/types';
import styles from './Adjudication.module.css';
import { type RegionKeyId, takeKeys, useRegionKeyText } from './keys';
import {
  type Choice,
  compose,
  isUndecided,
  type Line,
  letters,
  linesOf,
  type Part,
  partsInWords,
  partsOf,
  type Region,
  sameAs,
} from './model';
import { LineHead, RegionCell } from './RegionCells';
import { markOf, partByPart, tookWords, undecidedInWords, whoAgrees } from './words';

export interface RegionProps {
  region: Region;
  n: number;
  /** Of the result: those that hold its text. */
  rows: readonly Row[];
  /** "rows 5 to 7" */
  where: string;
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

export const RegionView = memo(function RegionView(props: RegionProps) {
  const { region, n, rows, where, isActive, choice, columns, locked, narrow, on } = props;
  // Of the texts, which never change; what changes is in the rows.
  const { doc } = useEditor().state;
  const place = useRef<HTMLElement>(null);
  useEffect(() => (isActive ? bringIntoSight(place) : undefined), [isActive]);
  const settled = rows.every((row) => row.status !== 'proposed');
  const result = useMemo(() => (choice && isActive ? compose(region, choice) : rows), [choice, isActive, region, rows]);
  const undecided = !choice && isUndecided(rows, region, doc.kind);
  const lines = useMemo(
    () => linesOf([...columns.map((number) => region.rows[number] ?? []), undecided ? [] : result], doc.kind),
    [columns, region, result, undecided, doc.kind],
  );
  const marks = marksOf(doc, rows);
  const from = sameAs(result, region, doc.kind)
    .map((number) => letters[number])
    .join(', ');
  const what = partsInWords(region, doc.kind);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: J and K go from region to region
    <section
      ref={place}
      className={styles.region}
      data-active={isActive || undefined}
      data-region={region.number}
      data-settled={settled || undefined}
      aria-label={`Region ${region.number} of ${n}, ${where}, differs in ${what}; ${settled ? 'settled' : 'open'}, ${undecided ? 'undecided' : `Gold ${from ? `same as ${from}` : 'as edited'}`}`}
      aria-current={isActive || undefined}
      onClick={() => !isActive && on.activate(region.number)}
      // A button that was clicked does not take the Enter that accepts.
      onMouseDown={(event) =>
        event.target instanceof Element && event.target.closest('button') && event.preventDefault()
      }
    >
      <RegionHead {...props} from={undecided ? '' : from} what={what} settled={settled} undecided={undecided} />
      <div className={styles.lines} role="group" aria-label="Texts" tabIndex={isActive && !narrow ? 0 : undefined}>
        {lines.map((line, at) => (
          <div key={at} className={styles.line}>
            <span className={styles.mark}>{markAt(line, marks)}</span>
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
            {undecided ? (
              <div className={styles.undecided} data-name="Gold">
                <span>undecided</span>
              </div>
            ) : (
              <RegionCell
                name="Gold"
                rows={line.rows.at(-1) ?? []}
                others={columns.map((_, column) => line.rows[column] ?? [])}
                tone={isActive && !locked ? 'will' : 'none'}
              />
            )}
          </div>
        ))}
      </div>
      {isActive && !locked && <Deciding {...props} undecided={undecided} />}
      {isActive && narrow && !locked && <p className={styles.hint}>Edit on a larger screen.</p>}
    </section>
  );
}, isSame);

interface RegionHeadProps extends RegionProps {
  /** The reviews that the result is the same as: "A, C". */
  from: string;
  what: string;
  settled: boolean;
  undecided: boolean;
}

/** Where the region is and in what it differs, a button for each review, and what became of it. */
function RegionHead({ from, what, settled, undecided, ...props }: RegionHeadProps) {
  const { region, n, rows, where, isActive, choice, columns, locked, on } = props;
  const reason = rows.map((row) => row.decision_reason).find((text) => text);
  return (
    <div className={styles.line} data-kind="head">
      <h2>
        Region {region.number}
        {isActive && ` of ${n}`}{' '}
        <small>
          {where} · {what}
        </small>
        {rows.some((row) => row.flagged) && (
          <IconFlag size={14} stroke={1.75} aria-label="flagged to discuss" className={styles.flag} />
        )}
      </h2>
      {columns.map((number) => (
        <span key={number}>
          {isActive && !locked && (
            <BarButton
              aria-pressed={
                choice
                  ? choice.links === number && choice.labels === number && choice.text === number
                  : from.includes(letters[number] ?? '-')
              }
              onClick={() => on.take(number)}
            >
              Take {letters[number]} <RegionKeyName of={takeKeys[number]} />
            </BarButton>
          )}
        </span>
      ))}
      <span className={styles.outcome}>
        {isActive && outcome(undecided, from, choice, region)}
        {!isActive && settled && (
          <>
            <IconCheck size={15} stroke={2} aria-hidden="true" /> {tookWords(from, region)}
            {reason && <small> {reason}</small>}
          </>
        )}
        {!isActive && !settled && <small>{whoAgrees(region)}</small>}
      </span>
    </div>
  );
}

/**
 * At once, and again two frames later: a long region that was active before is laid out in full only then
 * (`content-visibility`), and would push this one out of sight, where a key decides on it unseen.
 */
function bringIntoSight(place: RefObject<HTMLElement | null>): () => void {
  const scroll = () => place.current?.scrollIntoView({ block: 'nearest' });
  scroll();
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(scroll);
  });
  return () => cancelAnimationFrame(frame);
}

function outcome(undecided: boolean, from: string, choice: Choice | null, region: Region): string {
  if (undecided) return whoAgrees(region);
  if (from) return `same as ${from}`;
  return choice ? partByPart(choice, region) : 'as edited';
}

/** Rows are the same objects until they change; what comes with a new list of them is not drawn again. */
function isSame(before: RegionProps, after: RegionProps): boolean {
  const { rows: a, ...others } = before;
  const { rows: b, ...rest } = after;
  return (
    a.length === b.length &&
    a.every((row, n) => row === b[n]) &&
    (Object.keys(others) as (keyof typeof others)[]).every((name) => others[name] === rest[name])
  );
}

const sides: readonly Side[] = ['source', 'target'];

/** What each unit of the result's rows is called at the side. */
function marksOf(doc: Doc, rows: readonly Row[]): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  for (const row of rows) {
    const mark = markOf(doc, row);
    for (const side of sides)
      for (const { unit } of row[side]) if (!marks.has(`${side}${unit}`)) marks.set(`${side}${unit}`, mark);
  }
  return marks;
}

function markAt(line: Line, marks: ReadonlyMap<string, string>): string {
  for (const row of line.rows.flat())
    for (const side of row.target.length > 0 ? (['target', 'source'] as const) : sides)
      for (const { unit } of row[side]) {
        const mark = marks.get(`${side}${unit}`);
        if (mark) return mark;
      }
  return '';
}

function RegionKeyName({ of }: { of: RegionKeyId | undefined }) {
  const text = useRegionKeyText();
  const key = of && text(of);
  return key ? <kbd>{key}</kbd> : null;
}

interface DecidingProps extends RegionProps {
  undecided: boolean;
}

function Deciding({ region, choice, columns, reason, reasons, narrow, undecided, on }: DecidingProps): ReactNode {
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
      <span className="grow" />
      <BarButton onClick={on.flag} title="Flag to discuss">
        Flag <RegionKeyName of="flag" />
      </BarButton>
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
        <RegionKeyName of="reason" />
        <datalist id="decision-reasons">
          {reasons.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </label>
      {!narrow && (
        <BarButton onClick={on.edit}>
          Edit result <RegionKeyName of="edit" />
        </BarButton>
      )}
      <MainButton
        data-field="accept-region"
        disabled={undecided}
        title={undecided ? undecidedInWords(region.rows.length) : undefined}
        onClick={on.accept}
      >
        Accept, next <RegionKeyName of="accept" />
      </MainButton>
    </div>
  );
}
