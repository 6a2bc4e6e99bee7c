/** One link of a bitext: number, source, connector, target, labels. */

import { Menu } from '@mantine/core';
import {
  IconArrowsCross,
  IconCheck,
  IconChevronDown,
  IconCircleDashedCheck,
  IconFlag,
  IconPencil,
  IconSquareCheckFilled,
  IconTriangle,
} from '@tabler/icons-react';
import { memo } from 'react';
import { plural, probability } from '@/lib/format';
import { ConfidenceMark } from '@/ui/Confidence';
import { judgements } from '@/ui/large/judgements';
import { readOnly } from '../editor/state';
import { classes, useEditor, useReview } from '../frame/context';
import { set } from '../model/gestures';
import { labelOf, nameOf, offered } from '../model/labels';
import { shapeOf } from '../model/shape';
import type { Row } from '../model/types';
import styles from './BitextGrid.module.css';
import { Chips } from './Chips';
import { Labels, TakeLeave } from './Labels';
import { NextChoiceLine } from './NextChoiceLine';
import { OpenedRow } from './OpenedRow';
import { GivenLabels } from './OwnLabels';
import { PostEdited, type PostEditedProps, postEditOf, useDraft } from './PostEdited';
import { isDrawnAlike, type RowState, rowAttributes } from './RowsGrid';
import rows from './RowsGrid.module.css';
import { statusWord, sureness, warned } from './words';

interface RowProps extends RowState {
  crosses: number | null;
  /** The offline translation where it stands as a column. */
  offline: string | null;
}

export function rowName(
  { doc, row, number, total }: Pick<RowProps, 'doc' | 'row' | 'number' | 'total'>,
  draft: string | null = null,
): string {
  const { source, target } = shapeOf(row);
  const yes = (value: boolean | null, name: string) => (value === null ? '' : `${name} ${value ? 'yes' : 'no'}`);
  return [
    `${number} of ${total}`,
    statusWord[row.status],
    row.flagged ? 'flagged' : '',
    sureness(row),
    `${source} to ${target}`,
    yes(row.good_align, judgements.good_align.toLowerCase()),
    yes(row.good_mt, judgements.good_mt.toLowerCase()),
    row.post_edit === null ? '' : 'post-edited',
    draft === null ? '' : 'draft not saved',
    warned(doc, row),
    row.n_comments > 0 ? plural(row.n_comments, 'comment') : '',
  ]
    .filter(Boolean)
    .join(', ');
}

export const RowView = memo(function RowView(props: RowProps) {
  const { doc, row, number, active, chip, caret, selected, opened, clash, crosses, change, next, offline, glossary } =
    props;
  const { oneToOne, empty } = shapeOf(row);
  const draft = useDraft(row.id);
  const edited = postEditOf(props, draft);
  const caretAt = caret && caret.row === row.id ? (caret.stops[caret.at] ?? null) : null;
  const shared = { number, change, current: chip, caret: caretAt };
  return (
    <div
      {...rowAttributes(props, rowName(props, draft))}
      className={classes(rows.row, styles.row, styles.columns)}
      data-shape={oneToOne ? 'one' : 'multi'}
    >
      <RowNumber row={row} number={number} selected={selected} change={change} />
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
      {next && <NextChoiceLine choice={next} doc={doc} number={number} />}
      {opened ? <OpenedRow row={row} /> : <GivenLabels row={row} className={styles.given} />}
    </div>
  );
}, isDrawnAlike);

function RowNumber({ row, number, selected, change }: Pick<RowProps, 'row' | 'number' | 'selected' | 'change'>) {
  return (
    <div className={styles.number} role="rowheader" data-place="true" data-accept="true">
      {row.flagged && (
        <span className={classes(styles.mark, styles.flag)} title="flagged">
          <IconFlag size={14} stroke={1.75} aria-hidden="true" />
        </span>
      )}
      <span className={styles.mark} title={statusWord[row.status]}>
        {change ? (
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

interface ConnectorProps extends Pick<RowProps, 'row' | 'crosses'> {
  /** How probable the proposal makes the row. */
  proposed: number | null;
}

/**
 * Between the two sides of a row. Wire: proposed or edited by hand; disc and number: how sure; bracket: how many.
 * `crosses`: number of the nearest row it crosses.
 */
const Connector = memo(function Connector({ row, crosses, proposed }: ConnectorProps) {
  const { source, target, oneToOne, empty } = shapeOf(row);
  const parts = [
    sureness(row),
    `${source} to ${target}`,
    crosses === null ? '' : `crosses row ${crosses}`,
    statusWord[row.status],
  ];
  return (
    <div className={styles.link} role="gridcell" data-accept="true">
      <span className="vh">{parts.filter(Boolean).join(', ')}</span>
      <Wire n={source} end="left" stop={empty === 'drop'} />
      <span className={styles.middle} aria-hidden="true">
        {row.edited ? (
          <span className={styles.person} title="edited by hand">
            <IconPencil size={14} stroke={1.75} aria-hidden="true" />
          </span>
        ) : (
          <>
            {proposed !== null && row.confidence !== null && (
              <s className={styles.was}>{probability(row.confidence)}</s>
            )}
            <ConfidenceMark value={proposed ?? row.confidence} />
          </>
        )}
        {crosses !== null ? (
          <span className={styles.ratio} title={`crosses row ${crosses}`}>
            ×{crosses}
          </span>
        ) : (
          !oneToOne &&
          proposed === null && (
            <span className={styles.ratio}>
              {source}:{target}
            </span>
          )
        )}
        {crosses !== null && <IconArrowsCross size={12} stroke={1.75} aria-hidden="true" />}
      </span>
      {crosses === null && <Wire n={target} end="right" stop={empty === 'null'} />}
    </div>
  );
});

function Wire({ n, end, stop }: { n: number; end: 'left' | 'right'; stop: boolean }) {
  if (n === 0) return <span className={classes(styles.wire, styles.none)} />;
  if (n > 1) return <span className={classes(styles.fork, end === 'left' ? styles.forkLeft : styles.forkRight)} />;
  return <span className={classes(styles.wire, stop && styles.stop, stop && end === 'right' && styles.stopRight)} />;
}

interface NullCellProps {
  row: Row;
  kind: 'drop' | 'null';
  side: 'source' | 'target';
  edited?: PostEditedProps | null;
}

/** An empty side: hatched, named, with its reason. */
function NullCell({ row, kind, side, edited }: NullCellProps) {
  const editor = useEditor();
  const reasons = useReview((state) => labelOf(state.info.labels, 'null_reason'));
  const locked = useReview(readOnly) !== null;
  const open = useReview((state) => state.reasonMenu === row.id);
  const choose = (reason: string) => {
    editor.do(set(editor.state.doc, 'null', [row.id], { null_reason: reason }));
    close();
  };
  const close = () => {
    if (editor.state.reasonMenu === row.id) editor.set({ reasonMenu: null, focus: editor.state.focus + 1 });
  };
  return (
    <div
      className={classes(styles.cell, styles.void, side === 'source' ? styles.sourceCell : styles.targetCell)}
      role="gridcell"
    >
      <code>{kind === 'drop' ? '__drop__' : '__null__'}</code>
      <Menu
        opened={open}
        onChange={(next) => {
          if (!next) return close();
          editor.moveTo(row.id, null);
          editor.set({ reasonMenu: row.id });
        }}
        position="bottom-start"
        returnFocus={false}
        withinPortal
        // It would be a child of the menu that is no item.
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <button
            type="button"
            className={styles.reason}
            tabIndex={-1}
            disabled={locked}
            aria-label={`reason: ${nameOf(reasons, row.null_reason) || 'none given'}`}
          >
            {nameOf(reasons, row.null_reason) || 'reason'}{' '}
            <IconChevronDown size={11} stroke={1.75} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {/* It has the focus first, so that an arrow goes to the first reason and a letter to its own. */}
          <div role="group" aria-label="Reasons" tabIndex={-1} data-autofocus style={{ outline: 0 }}>
            {offered(reasons, row.null_reason).map(({ key, name }) => (
              <Menu.Item key={key} onClick={() => choose(key)}>
                {name}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item onClick={() => choose('')}>no reason</Menu.Item>
          </div>
        </Menu.Dropdown>
      </Menu>
      {edited && <PostEdited {...edited} />}
    </div>
  );
}
