/** One link of a bitext: number, source, connector, target, labels. */

import { IconCheck, IconCircleDashedCheck, IconFlag, IconSquareCheckFilled, IconTriangle } from '@tabler/icons-react';
import { memo } from 'react';
import type { Doc } from '../model/document';
import type { RowChange } from '../model/realign';
import { shapeOf } from '../model/shape';
import type { Row } from '../model/types';
import type { Caret } from '../session/state';
import { Chips } from './Chips';
import { Connector, statusWord } from './Connector';
import { classes } from './context';
import styles from './grid.module.css';
import { Labels } from './Labels';
import { NullCell } from './NullCell';
import { OpenedRow } from './OpenedRow';
import { TakeLeave } from './TakeLeave';

export interface RowProps {
  doc: Pick<Doc, 'sourceUnits' | 'targetUnits' | 'sourceLanguage' | 'targetLanguage'>;
  row: Row;
  number: number;
  total: number;
  index: number;
  top: number;
  active: boolean;
  chip: string | null;
  caret: Caret | null;
  selected: boolean;
  opened: boolean;
  dim: boolean;
  unsent: boolean;
  clash: boolean;
  crosses: number | null;
  change: RowChange | null;
  /** The offline translation where it stands as a column. */
  offline: string | null;
  measure: (element: Element | null) => void;
}

export function rowName({ row, number, total }: Pick<RowProps, 'row' | 'number' | 'total'>): string {
  const { source, target } = shapeOf(row);
  const yes = (value: boolean | null, name: string) => (value === null ? '' : `${name} ${value ? 'yes' : 'no'}`);
  const sure = row.edited
    ? 'changed by a person'
    : row.confidence === null
      ? 'no confidence known'
      : `confidence ${Math.floor(row.confidence * 100 + 1e-9)} percent`;
  return [
    `${number} of ${total}`,
    statusWord[row.status],
    row.flagged ? 'flagged' : '',
    sure,
    `${source} to ${target}`,
    yes(row.good_align, 'good align'),
    yes(row.good_mt, 'good mt'),
    row.post_edit === null ? '' : 'post-edited',
    row.n_comments > 0 ? `${row.n_comments} comments` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

export const RowView = memo(function RowView(props: RowProps) {
  const {
    doc,
    row,
    number,
    index,
    top,
    active,
    chip,
    caret,
    selected,
    opened,
    dim,
    unsent,
    clash,
    crosses,
    change,
    offline,
    measure,
  } = props;
  const { oneToOne, empty } = shapeOf(row);
  const caretAt = caret && caret.row === row.id ? (caret.stops[caret.at] ?? null) : null;
  return (
    <div
      ref={measure}
      role="row"
      className={classes(styles.row, styles.columns)}
      style={{ transform: `translateY(${top}px)` }}
      tabIndex={active && !chip ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={active || selected}
      aria-label={rowName(props)}
      data-index={index}
      data-row={row.id}
      data-state={row.status}
      data-shape={oneToOne ? 'one' : 'multi'}
      data-active={active}
      data-selected={selected}
      data-dim={dim}
      data-unsent={unsent}
      data-clash={clash}
      data-changed={change !== null}
    >
      <RowNumber row={row} number={number} selected={selected} changed={change !== null} />
      {row.source.length > 0 || (change?.comes.source.length ?? 0) > 0 ? (
        <Chips
          row={row.id}
          side="source"
          number={number}
          change={change}
          chips={row.source}
          units={doc.sourceUnits}
          language={doc.sourceLanguage}
          current={chip}
          caret={caretAt}
        />
      ) : (
        <NullCell row={row} kind="null" side="source" />
      )}
      <Connector row={row} crosses={crosses} proposed={change?.probability ?? null} />
      {row.target.length > 0 || (change?.comes.target.length ?? 0) > 0 ? (
        <Chips
          row={row.id}
          side="target"
          number={number}
          change={change}
          chips={row.target}
          units={doc.targetUnits}
          language={doc.targetLanguage}
          current={chip}
          caret={caretAt}
        />
      ) : (
        <NullCell row={row} kind={empty === 'null' ? 'null' : 'drop'} side="target" />
      )}
      {offline !== null && (
        <div
          className={classes(styles.cell, styles.offline)}
          role="gridcell"
          lang={doc.targetLanguage || undefined}
          dir="auto"
        >
          {offline}
        </div>
      )}
      {change ? <TakeLeave proposal={change.proposal} /> : <Labels row={row} clash={clash} active={active} />}
      {opened && <OpenedRow row={row} />}
    </div>
  );
});

function RowNumber({
  row,
  number,
  selected,
  changed,
}: {
  row: Row;
  number: number;
  selected: boolean;
  changed: boolean;
}) {
  return (
    <div className={styles.number} role="rowheader" data-place="true">
      {row.flagged && (
        <span className={classes(styles.mark, styles.flag)} title="flagged">
          <IconFlag size={14} stroke={1.75} aria-hidden="true" />
        </span>
      )}
      <span className={styles.mark} title={statusWord[row.status]}>
        {changed ? (
          <IconTriangle size={12} stroke={2} style={{ color: 'var(--accent)' }} aria-label="changed by the proposal" />
        ) : selected ? (
          <IconSquareCheckFilled size={15} style={{ color: 'var(--accent)' }} aria-hidden="true" />
        ) : row.status === 'accepted' ? (
          <IconCheck size={15} stroke={1.75} aria-hidden="true" />
        ) : row.status === 'implicit' ? (
          <IconCircleDashedCheck size={15} stroke={1.75} aria-hidden="true" />
        ) : null}
      </span>
      <span>{number}</span>
    </div>
  );
}
