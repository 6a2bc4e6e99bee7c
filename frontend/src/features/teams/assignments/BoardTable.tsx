import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { count, probability } from '@/lib/format';
import type { useChosen } from '@/lib/useChosen';
import { Cell, ChooseCell, Grid, Head, HeadRow, Row, State } from '@/ui/large/Grid';
import classes from './Assignments.module.css';
import { states } from './filter';
import type { BoardOrder, BoardRow, BoardSlot } from './requests';
import { SlotMark, slotWords } from './SlotMark';
import { claimEnd, leftWords, lookAgain, shortDay, tags } from './words';

interface BoardTableProps {
  slug: string;
  rows: readonly BoardRow[];
  /** Of all that match. */
  total: number;
  order: BoardOrder;
  chosen: ReturnType<typeof useChosen>;
  onOrder: (order: BoardOrder) => void;
  onSlot: (slot: BoardSlot, row: BoardRow) => void;
  onEnd: () => void;
}

const columns: { label: string; order?: BoardOrder; right?: boolean }[] = [
  { label: 'Pair', order: 'title' },
  { label: 'Languages' },
  { label: 'Rows', order: 'rows', right: true },
  { label: 'Error', order: 'error', right: true },
  { label: 'Reviews' },
  { label: 'State' },
  { label: 'Due', order: 'due' },
  { label: 'Claim ends', order: 'claim' },
];

const elementOf = (id: number) => `board-row-${id}`;

/** The pairs as rows of a grid of which only those in sight are made. */
export function BoardTable({ slug, rows, total, order, chosen, onOrder, onSlot, onEnd }: BoardTableProps) {
  const { active, activeId, has } = chosen;
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => (window.matchMedia('(max-width: 699px)').matches ? 84 : 37),
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 20) onEnd();
  }, [last, rows.length, onEnd]);
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' });
  }, [active, virtual]);
  return (
    <Grid
      ref={frame}
      className={classes.frame}
      label="Pairs and their reviews"
      nRows={total}
      active={activeId === undefined ? undefined : elementOf(activeId)}
    >
      <HeadRow className={classes.head}>
        <Head>
          <Checkbox
            aria-label="Select all pairs that match"
            checked={chosen.isAll}
            indeterminate={chosen.isSome}
            onChange={chosen.toggleAll}
            tabIndex={-1}
          />
        </Head>
        {columns.map(({ label, order: by, right }) => (
          <Head key={label} right={right} aria-sort={by && (by === order ? 'ascending' : 'none')}>
            {by ? (
              <button type="button" onClick={() => onOrder(by)} tabIndex={-1}>
                {label}
                {by === order && <IconArrowDown size={11} stroke={2} aria-hidden="true" />}
              </button>
            ) : (
              label
            )}
          </Head>
        ))}
      </HeadRow>
      {/* biome-ignore lint/a11y/useSemanticElements: as the grid */}
      <div role="rowgroup" style={{ position: 'relative', height: virtual.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const row = rows[index];
          if (!row) return null;
          const { id, title } = row.pair;
          return (
            <Row
              key={key}
              ref={virtual.measureElement}
              id={elementOf(id)}
              index={index}
              isActive={index === active}
              isChosen={has(id)}
              className={classes.line}
              style={{ transform: `translateY(${start}px)` }}
              onActive={() => chosen.activate(index)}
              onExtend={() => chosen.toggle(index, true)}
            >
              <ChooseCell
                label={`Select ${title}`}
                isChosen={has(id)}
                onToggle={(extend) => chosen.toggle(index, extend)}
              />
              <Line row={row} slug={slug} onSlot={onSlot} />
            </Row>
          );
        })}
      </div>
    </Grid>
  );
}

function Line({ slug, row, onSlot }: Pick<BoardTableProps, 'slug' | 'onSlot'> & { row: BoardRow }) {
  const { pair, state, slots, n_submitted, n_slots } = row;
  const { word, Icon, tone } = states[state];
  const ends = claimEnd(row.lease_ends);
  const left = leftWords(row);
  return (
    <>
      <Cell name="title">
        <Link data-title to={`/p/${slug}/pairs/${pair.id}`} title={pair.title} dir="auto" tabIndex={-1}>
          {pair.title}
        </Link>
        {row.n_again > 0 && (
          <span className={classes.about}>
            <b className={classes.warm}>version {pair.version}</b> {lookAgain(row)}
          </span>
        )}
        {left && <span className={classes.about}>{left}</span>}
        {row.priority > 0 && <IconArrowUp size={14} stroke={1.75} role="img" aria-label="High priority" />}
        {row.priority < 0 && <IconArrowDown size={14} stroke={1.75} role="img" aria-label="Low priority" />}
      </Cell>
      <Cell name="tags">{tags(pair)}</Cell>
      <Cell name="rows" right>
        {row.n_rows === null ? '–' : count(row.n_rows)}
      </Cell>
      <Cell name="error" right>
        {probability(row.expected_error)}
      </Cell>
      <Cell name="slots">
        {slots.map((slot) => (
          <button
            key={slot.id}
            type="button"
            tabIndex={-1}
            className={classes.slotButton}
            disabled={!slot.annotator || slot.state === 'submitted'}
            onClick={() => onSlot(slot, row)}
            aria-label={`Reassign ${pair.title}: ${slotWords(slot)}`}
          >
            <SlotMark slot={slot} />
          </button>
        ))}
        <span className="num muted">
          {n_submitted}/{n_slots}
        </span>
      </Cell>
      <Cell name="state">
        <State Icon={Icon} tone={tone}>
          {word.toLowerCase()}
        </State>
      </Cell>
      <Cell name="due">
        {row.due_on ? (
          <span className={row.is_overdue ? classes.late : undefined}>
            <span className={classes.narrow}>due </span>
            {shortDay(row.due_on)}
            {row.is_overdue && <span className="vh">, overdue</span>}
          </span>
        ) : (
          <span className={`muted ${classes.wide}`}>–</span>
        )}
      </Cell>
      <Cell name="ends">
        {ends ? (
          <span className={ends.isSoon ? classes.warm : 'soft'}>
            <span className={classes.narrow}>ends </span>
            {ends.words}
          </span>
        ) : (
          <span className={`muted ${classes.wide}`}>–</span>
        )}
      </Cell>
    </>
  );
}
