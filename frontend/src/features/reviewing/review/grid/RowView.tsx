/** One link of a bitext: number, source, connector, target, labels. */

import { IconCheck, IconCircleDashedCheck, IconFlag, IconSquareCheckFilled, IconTriangle } from '@tabler/icons-react';
import { memo } from 'react';
import { classes } from '../frame/context';
import { shapeOf } from '../model/shape';
import type { Row } from '../model/types';
import styles from './BitextGrid.module.css';
import { Chips } from './Chips';
import { Connector } from './Connector';
import { Labels } from './Labels';
import { NullCell } from './NullCell';
import { OpenedRow } from './OpenedRow';
import { GivenLabels } from './OwnLabels';
import { postEditOf } from './PostEdited';
import { isDrawnAlike, type RowState, rowAttributes } from './RowsGrid';
import rows from './RowsGrid.module.css';
import { TakeLeave } from './TakeLeave';
import { statusWord, sureness, warned } from './words';

export interface RowProps extends RowState {
  crosses: number | null;
  /** The offline translation where it stands as a column. */
  offline: string | null;
}

export function rowName({ doc, row, number, total }: Pick<RowProps, 'doc' | 'row' | 'number' | 'total'>): string {
  const { source, target } = shapeOf(row);
  const yes = (value: boolean | null, name: string) => (value === null ? '' : `${name} ${value ? 'yes' : 'no'}`);
  return [
    `${number} of ${total}`,
    statusWord[row.status],
    row.flagged ? 'flagged' : '',
    sureness(row),
    `${source} to ${target}`,
    yes(row.good_align, 'good align'),
    yes(row.good_mt, 'good mt'),
    row.post_edit === null ? '' : 'post-edited',
    warned(doc, row),
    row.n_comments > 0 ? `${row.n_comments} comments` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

export const RowView = memo(function RowView(props: RowProps) {
  const { doc, row, number, active, chip, caret, selected, opened, clash, crosses, change, offline, glossary } = props;
  const { oneToOne, empty } = shapeOf(row);
  const edited = postEditOf(props);
  const caretAt = caret && caret.row === row.id ? (caret.stops[caret.at] ?? null) : null;
  const shared = { row: row.id, number, change, current: chip, caret: caretAt };
  return (
    <div
      {...rowAttributes(props, rowName(props))}
      className={classes(rows.row, styles.row, styles.columns)}
      data-shape={oneToOne ? 'one' : 'multi'}
    >
      <RowNumber row={row} number={number} selected={selected} changed={change !== null} />
      {row.source.length > 0 || (change?.comes.source.length ?? 0) > 0 ? (
        <Chips
          {...shared}
          side="source"
          chips={row.source}
          units={doc.sourceUnits}
          language={doc.sourceLanguage}
          glossary={active ? glossary : null}
        />
      ) : (
        <NullCell row={row} kind="null" side="source" />
      )}
      <Connector row={row} crosses={crosses} proposed={change?.probability ?? null} />
      {row.target.length > 0 || (change?.comes.target.length ?? 0) > 0 ? (
        <Chips
          {...shared}
          side="target"
          chips={row.target}
          units={doc.targetUnits}
          language={doc.targetLanguage}
          edited={edited}
        />
      ) : (
        <NullCell row={row} kind={empty === 'null' ? 'null' : 'drop'} side="target" edited={edited} />
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
      {opened ? <OpenedRow row={row} /> : <GivenLabels row={row} className={styles.given} />}
    </div>
  );
}, isDrawnAlike);

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
    <div className={styles.number} role="rowheader" data-place="true" data-accept="true">
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
