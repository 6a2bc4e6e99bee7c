import { Checkbox } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowUp,
  IconCircleDashed,
  IconHandStop,
  IconPencil,
  IconRosetteDiscountCheck,
  IconScale,
  IconSend,
} from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { count, probability } from '@/lib/format';
import classes from './Assignments.module.css';
import { stateWords } from './filter';
import type { BoardOrder, BoardRow, BoardSlot, BoardState } from './requests';
import { SlotMark, slotWords } from './SlotMark';
import { isChosen, type Selection } from './selection';
import { claimEnd, shortDay, tags } from './words';

const icons = {
  free: IconCircleDashed,
  claimed: IconHandStop,
  in_review: IconPencil,
  returned: IconArrowBackUp,
  submitted: IconSend,
  adjudicating: IconScale,
  gold: IconRosetteDiscountCheck,
} as const;

interface BoardTableProps {
  slug: string;
  rows: readonly BoardRow[];
  /** Of all that match. */
  total: number;
  order: BoardOrder;
  active: number;
  selection: Selection;
  onOrder: (order: BoardOrder) => void;
  onActive: (index: number) => void;
  onToggle: (index: number, extend: boolean) => void;
  onToggleAll: () => void;
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

/** The pairs as rows of a grid of which only those in sight are made; one tab stop, which the keys move in. */
export function BoardTable(props: BoardTableProps) {
  const { slug, rows, total, order, active, selection, onOrder, onActive, onToggle, onToggleAll, onSlot, onEnd } =
    props;
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
  const isAll = selection.kind === 'all';
  const isSome = !isAll && selection.ids.size > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are not in sight are not made
    <div
      ref={frame}
      className={classes.frame}
      role="grid"
      tabIndex={0}
      aria-label="Pairs and their reviews"
      aria-rowcount={total + 1}
      aria-multiselectable="true"
      aria-activedescendant={active >= 0 ? `board-row-${rows[active]?.pair.id}` : undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="row" tabIndex={-1} className={`${classes.line} ${classes.head}`} aria-rowindex={1}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <span role="columnheader" tabIndex={-1}>
          <Checkbox
            aria-label="Select all pairs that match"
            checked={isAll}
            indeterminate={isSome}
            onChange={onToggleAll}
            tabIndex={-1}
          />
        </span>
        {columns.map(({ label, order: by, right }) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <span
            key={label}
            role="columnheader"
            tabIndex={-1}
            data-right={right || undefined}
            aria-sort={by ? (by === order ? 'ascending' : 'none') : undefined}
          >
            {by ? (
              <button type="button" onClick={() => onOrder(by)} tabIndex={-1}>
                {label}
                {by === order && <IconArrowDown size={11} stroke={2} aria-hidden="true" />}
              </button>
            ) : (
              label
            )}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup" style={{ position: 'relative', height: virtual.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useKeyWithClickEvents: the page has the keys
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              id={`board-row-${row.pair.id}`}
              role="row"
              tabIndex={-1}
              aria-rowindex={index + 2}
              aria-selected={isChosen(selection, row.pair.id)}
              data-active={index === active || undefined}
              className={classes.line}
              style={{ transform: `translateY(${start}px)` }}
              onClick={(event) => {
                if ((event.target as HTMLElement).closest('a, button, input, label')) return;
                onActive(index);
                if (event.shiftKey) onToggle(index, true);
              }}
            >
              <Line
                row={row}
                slug={slug}
                isOn={isChosen(selection, row.pair.id)}
                onSlot={onSlot}
                onToggle={(extend) => onToggle(index, extend)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface LineProps {
  slug: string;
  row: BoardRow;
  isOn: boolean;
  onToggle: (extend: boolean) => void;
  onSlot: (slot: BoardSlot, row: BoardRow) => void;
}

function Line({ slug, row, isOn, onToggle, onSlot }: LineProps) {
  const { pair, state, slots, n_submitted, n_slots } = row;
  const ends = claimEnd(row.lease_ends);
  return (
    <>
      <Cell>
        <Checkbox
          aria-label={`Select ${pair.title}`}
          checked={isOn}
          tabIndex={-1}
          onChange={() => undefined}
          onClick={(event) => onToggle(event.shiftKey)}
        />
      </Cell>
      <Cell name="title">
        <Link to={`/p/${slug}/pairs/${pair.id}`} title={pair.title} dir="auto" tabIndex={-1}>
          {pair.title}
        </Link>
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
        <State state={state} />
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

function Cell({ name, right, children }: { name?: string; right?: boolean; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are not in sight are not made
    <span role="gridcell" tabIndex={-1} data-cell={name} data-right={right || undefined}>
      {children}
    </span>
  );
}

function State({ state }: { state: BoardState }) {
  const Icon = icons[state];
  const tone = state === 'returned' ? classes.warm : state === 'gold' ? classes.good : '';
  return (
    <span className={`${classes.state} ${tone}`}>
      <Icon size={15} stroke={1.75} aria-hidden="true" />
      {stateWords[state].toLowerCase()}
    </span>
  );
}
