/** One side of a row: its chips. Grouped chips stand side by side, joined ones are one with a seam: they never look alike. */

import { IconArrowBackUp } from '@tabler/icons-react';
import { Fragment, memo, type ReactNode } from 'react';
import { countCodePoints, sliceCodePoints } from '@/lib/codePoints';
import { classes, useKeyText, useReview } from '../frame/context';
import type { Glossary } from '../model/glossary';
import type { RowChange } from '../model/realign';
import { gapBefore } from '../model/shape';
import { chipText, isArabicScript } from '../model/text';
import type { Chip, Side, Unit } from '../model/types';
import grid from './BitextGrid.module.css';
import styles from './Chips.module.css';
import { Corrected, MarkedTerms, termWords, useCorrectionWords } from './Corrected';
import { PostEdited, type PostEditedProps } from './PostEdited';
import rows from './RowsGrid.module.css';

interface Props {
  side: Side;
  chips: readonly Chip[];
  units: readonly Unit[];
  language: string;
  current: string | null;
  /** Number of the row, as people count. */
  number: number;
  change?: RowChange | null;
  /** Code points before the caret in the current chip. */
  caret: number | null;
  /** Marks terms in the chips of the source. */
  glossary?: Glossary | null;
  /** The post-edit that stands below the chips. */
  edited?: PostEditedProps | null;
}

/** Runs of chips whose text is joined. */
function runsOf(chips: readonly Chip[]): (readonly { chip: Chip; index: number }[])[] {
  const out: { chip: Chip; index: number }[][] = [];
  chips.forEach((chip, index) => {
    const last = out.at(-1);
    if (chip.joined && last) last.push({ chip, index });
    else out.push([{ chip, index }]);
  });
  return out;
}

export const Chips = memo(function Chips(props: Props) {
  const { keyed } = useKeyText();
  const { side, chips, units, language, current, caret, number, change, edited, glossary = null } = props;
  const groups = runsOf(chips);
  const comes = change?.comes[side] ?? [];
  const many =
    comes.length > 0 || (change?.goes.size ?? 0) > 0 || groups.length > 1 || chips.some((chip) => chip.removed);
  const className = classes(
    grid.cell,
    side === 'source' ? grid.sourceCell : grid.targetCell,
    many && styles.many,
    many && side === 'source' && styles.stack,
  );
  return (
    <div
      className={className}
      role="gridcell"
      lang={language || undefined}
      // Not "auto": each chip has a direction of its own, and their order is the language's.
      dir={isArabicScript(language) ? 'rtl' : undefined}
    >
      {groups.map((group) => {
        const first = group[0]?.chip as Chip;
        const last = group.at(-1)?.chip as Chip;
        const gap = gapBefore(chips, group[0]?.index ?? 0);
        const end = countCodePoints(units[last.unit]?.text ?? '');
        return (
          <Fragment key={first.id}>
            {gap > 0 && (
              <span className={styles.gap} title={`${gap} between, in other rows`}>
                +{gap}
              </span>
            )}
            <span className={change?.goes.has(first.id) ? styles.moving : undefined}>
              <span
                className={classes(
                  styles.chip,
                  first.removed && styles.gone,
                  change?.goes.has(first.id) && styles.go,
                  !first.removed && first.start > 0 && styles.tornStart,
                  !last.removed && last.end < end && styles.tornEnd,
                )}
                data-chips
              >
                {group.map(({ chip }, i) => (
                  <Fragment key={chip.id}>
                    {i > 0 && <span className={styles.seam} aria-hidden="true" />}
                    <Part
                      side={side}
                      chip={chip}
                      units={units}
                      current={current === chip.id}
                      caret={current === chip.id ? caret : null}
                      glossary={glossary}
                    />
                  </Fragment>
                ))}
              </span>
              {change?.goes.has(first.id) && <Going to={change.goes.get(first.id) ?? null} number={number} />}
            </span>
            {first.removed && (
              <button
                type="button"
                className={styles.putBack}
                tabIndex={-1}
                data-put-back={first.id}
                aria-label="restore"
                title={keyed('restore', 'remove')}
              >
                <IconArrowBackUp size={14} stroke={1.75} aria-hidden="true" />
              </button>
            )}
            {many && <wbr />}
          </Fragment>
        );
      })}
      {comes.map(({ chip, from }) => (
        <Fragment key={chip.id}>
          <span className={styles.moving}>
            <span className={classes(styles.chip, styles.come)}>{chipText(chip, units)}</span>
            <Way number={from} up={from > number} effect={`comes from row ${from}`} />
          </span>
          <wbr />
        </Fragment>
      ))}
      {edited && <PostEdited {...edited} />}
    </div>
  );
}, isAlike);

/** What is drawn below the chips is a new object each time, of the same few values. */
function isAlike(was: Props, is: Props): boolean {
  const same = (a: object, b: object) =>
    Object.keys({ ...a, ...b }).every(
      (key) => key === 'edited' || Object.is(a[key as keyof object], b[key as keyof object]),
    );
  return same(was, is) && same(was.edited ?? {}, is.edited ?? {});
}

function Going({ to, number }: { to: number | null; number: number }) {
  const effect = to === null ? 'moves to a new row' : `moves to row ${to}`;
  return <Way number={to} up={to !== null && to < number} effect={effect} off />;
}

/** Where a chip would come from or go to: the arrow says which way it moves. */
function Way({ number, up, effect, off }: { number: number | null; up: boolean; effect: string; off?: boolean }) {
  return (
    <span className={classes(styles.way, off && styles.off)} role="img" aria-label={effect}>
      {number === null ? 'new row' : `${up ? '↑' : '↓'} ${number}`}
    </span>
  );
}

interface PartProps {
  side: Side;
  chip: Chip;
  units: readonly Unit[];
  current: boolean;
  caret: number | null;
  glossary: Glossary | null;
}

function Part({ side, chip, units, current, caret, glossary }: PartProps): ReactNode {
  const text = chipText(chip, units);
  const terms = glossary && !chip.removed ? glossary.find(text) : [];
  const place = { side, unit: chip.unit, text: units[chip.unit]?.text ?? '', start: chip.start, end: chip.end };
  const corrections = useCorrectionWords(place);
  const isCut = useReview((state) => state.cut === chip.id);
  return (
    <span
      role="button"
      tabIndex={current ? 0 : -1}
      className={styles.part}
      data-chip={chip.id}
      data-current={current || undefined}
      data-cut={isCut || undefined}
      aria-label={`${isCut ? 'cut, ' : ''}${chip.removed ? 'removed' : `${side} ${chip.unit + 1}`}: ${text}${corrections}${termWords(text, terms)}`}
      dir="auto"
    >
      {caret === null ? (
        <Corrected {...place}>
          <MarkedTerms text={text} terms={terms} />
        </Corrected>
      ) : (
        <>
          {sliceCodePoints(text, 0, caret)}
          <span className={rows.caret} data-caret="true" />
          {sliceCodePoints(text, caret, countCodePoints(text))}
        </>
      )}
    </span>
  );
}
