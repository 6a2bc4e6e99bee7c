/** The rows of a review as a grid: as many in the page as can be seen, and a few more. What a row shows is its view's. */

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, type CSSProperties, type ReactNode, useCallback, useMemo, useRef } from 'react';
import { TextButton } from '../bars/buttons';
import { type Caret, readOnly } from '../editor/state';
import { isFiltered, selected as selectedRows } from '../editor/view';
import { classes, useEditor, useReview, useReviewParts } from '../frame/context';
import { type Doc, rowOf } from '../model/document';
import { everything } from '../model/filters';
import type { Glossary } from '../model/glossary';
import { type NextChoice, nextChoice } from '../model/nextChoice';
import { changesOf, type RowChange, standing } from '../model/realign';
import type { Row } from '../model/types';
import styles from './RowsGrid.module.css';
import { useRowFocus } from './useRowFocus';
import { useRowsMouse } from './useRowsMouse';
import { useScrollToActive } from './useScrollToActive';

/** What every row is told, whatever it shows. `top` in pixels from the first row. */
export interface RowState {
  doc: Doc;
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
  change: RowChange | null;
  /** Of the active row, what the engine would choose next. */
  next: NextChoice | null;
  glossary: Glossary | null;
  measure: (element: Element | null) => void;
}

/**
 * Whether a row would be drawn as it is. Every edit makes a new document, of which a row shows its own part and the
 * texts, which never change: the others need not be drawn again.
 */
export function isDrawnAlike<P extends RowState>(was: P, is: P): boolean {
  return (Object.keys(is) as (keyof P)[]).every((key) =>
    key === 'doc'
      ? was.doc.sourceUnits === is.doc.sourceUnits && was.doc.targetUnits === is.doc.targetUnits
      : Object.is(was[key], is[key]),
  );
}

/** Of the element that tells the engine's next choice for the active row; there is one at most. */
export const nextChoiceId = 'next-choice';

/** Attributes of a row's element: its place, its name, and the states that its look and the keys go by. */
export function rowAttributes(state: RowState, name: string) {
  const { row, index, top, active, chip, selected, dim, unsent, clash, change, next, measure } = state;
  return {
    ref: measure,
    role: 'row',
    style: { transform: `translateY(${top}px)` } satisfies CSSProperties,
    tabIndex: active && !chip ? 0 : -1,
    'aria-rowindex': index + 2,
    'aria-selected': active || selected,
    'aria-label': name,
    'aria-describedby': next ? nextChoiceId : undefined,
    'data-index': index,
    'data-row': row.id,
    'data-state': row.status,
    'data-active': active,
    'data-selected': selected,
    'data-dim': dim,
    'data-unsent': unsent,
    'data-clash': clash,
    'data-changed': change !== null,
  };
}

/** The head of a column. */
export function ColumnHead(props: ComponentProps<'span'>) {
  return <span role="columnheader" tabIndex={-1} {...props} />;
}

interface Props {
  /** "Links" or "Spans", for the name of the grid. */
  what: string;
  columns: number;
  className?: string | undefined;
  headClassName: string | undefined;
  head: ReactNode;
  /** Below the rows, where they end on the screen. */
  foot?: ReactNode;
  /** A first guess of a row's height in pixels; each is measured once it is drawn. */
  estimate: (id: string) => number;
  onRange?: (first: number, last: number) => void;
  children: (state: RowState & { key: React.Key }) => ReactNode;
}

export function RowsGrid({ what, columns, className, headClassName, head, foot, estimate, onRange, children }: Props) {
  const grid = useRowsGrid(estimate);
  const { virtualizer, visible, active, chip, selection, numbers, matched, opened } = grid;
  const { doc, unsent, clashing, caret, view, realigning, glossary } = useReviewParts((state) => ({
    doc: state.doc,
    unsent: state.unsent,
    clashing: state.clashing,
    caret: state.caret,
    view: state.view,
    realigning: state.realigning,
    glossary: state.glossary,
  }));
  const changes = useMemo(
    () => changesOf(doc, realigning && realigning !== 'running' ? standing(doc, realigning.proposals) : []),
    [doc, realigning],
  );
  const isLocked = useReview(readOnly) !== null;
  const isOne = selection.size === 0;
  const next = useMemo(
    () => (active && isOne && !isLocked ? nextChoice(doc, active) : null),
    [doc, active, isOne, isLocked],
  );
  const title = useReview((state) => state.info.pair.title);
  const items = virtualizer.getVirtualItems();
  const { range } = virtualizer;
  if (range && onRange) queueMicrotask(() => onRange(range.startIndex, range.endIndex));
  return (
    <main className={styles.place}>
      <div
        className={classes(styles.grid, className)}
        role="grid"
        aria-label={`${what} of ${title}`}
        aria-rowcount={visible.length + 1}
        aria-colcount={columns}
        aria-multiselectable="true"
        data-scope="rows"
      >
        <div role="rowgroup" style={{ minWidth: 0 }}>
          <div className={classes(styles.head, headClassName)} role="row" aria-rowindex={1} tabIndex={-1}>
            {head}
          </div>
        </div>
        <div
          ref={grid.scroller}
          className={styles.scroller}
          role="rowgroup"
          tabIndex={-1}
          data-scroller={what.toLowerCase()}
          {...grid.mouse}
        >
          {visible.length === 0 ? (
            <NoRows filters={view.filters.length + (view.query ? 1 : 0)} />
          ) : (
            <div className={styles.sizer} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
              {items.map((item) => {
                const id = visible[item.index] as string;
                const isActive = id === active;
                return children({
                  key: item.key,
                  doc,
                  row: rowOf(doc, id),
                  number: numbers.get(id) ?? 0,
                  total: doc.order.length,
                  index: item.index,
                  top: item.start,
                  active: isActive,
                  chip: isActive ? chip : null,
                  caret: isActive ? caret : null,
                  selected: selection.has(id),
                  opened: opened?.row === id,
                  dim: isFiltered(view) && matched !== null && !matched.has(id),
                  unsent: unsent.has(id),
                  clash: clashing.has(id),
                  change: changes.get(id) ?? null,
                  next: isActive && opened?.row !== id && !changes.has(id) ? next : null,
                  glossary,
                  measure: virtualizer.measureElement,
                });
              })}
            </div>
          )}
        </div>
      </div>
      {foot}
    </main>
  );
}

/** What the bitext grid and the list of spans share: virtual rows, one tab stop, scrolling that does not jump. */
export function useRowsGrid(estimate: (id: string) => number, overscan = 14) {
  const scroller = useRef<HTMLDivElement>(null);
  const { visible, active, anchor, picked, chip, matched, opened } = useReviewParts((state) => ({
    visible: state.visible,
    active: state.active,
    anchor: state.anchor,
    picked: state.picked,
    chip: state.chip,
    matched: state.matched,
    opened: state.opened,
  }));
  const order = useReview((state) => state.doc.order);
  const numbers = useMemo(() => new Map(order.map((id, i) => [id, i + 1])), [order]);
  const places = useMemo(() => new Map(visible.map((id, i) => [id, i])), [visible]);
  const activeIndex = active === null ? -1 : (places.get(active) ?? -1);
  const selection = useMemo(() => {
    if (picked) return picked;
    const ids = anchor ? selectedRows({ visible, active, anchor, picked }) : [];
    return new Set(ids.length > 1 ? ids : []);
  }, [visible, active, anchor, picked]);

  // The active row is always there, wherever the person has scrolled: it holds the focus.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (activeIndex < 0 || activeIndex >= range.count || indexes.includes(activeIndex)) return indexes;
      return [...indexes, activeIndex].sort((a, b) => a - b);
    },
    [activeIndex],
  );
  // Another function would be another list to the virtualizer: it would estimate all rows again at every key.
  const getItemKey = useCallback((index: number) => visible[index] as string, [visible]);
  const virtualizer = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(visible[index] as string),
    getItemKey,
    overscan,
    rangeExtractor,
    useFlushSync: false,
  });

  useScrollToActive({ scroller, virtualizer, places, active, activeIndex });
  // Rows are drawn once the scroller is measured: before that there is nothing to hold the focus.
  useRowFocus(scroller, virtualizer.getVirtualItems().length > 0);
  const mouse = useRowsMouse();
  return { scroller, virtualizer, visible, active, chip, selection, numbers, matched, opened, mouse };
}

/** Said in place of the rows when none match. */
function NoRows({ filters }: { filters: number }) {
  const editor = useEditor();
  const { order } = editor.state.view;
  return (
    <p className={styles.empty} role="row" tabIndex={-1}>
      <span role="gridcell" tabIndex={-1}>
        {filters > 0
          ? `No rows match ${filters === 1 ? 'this filter' : `these ${filters} filters`}. `
          : 'There are no rows. '}
        {filters > 0 && (
          <TextButton onClick={() => editor.setView({ ...everything, order })}>
            Clear {filters === 1 ? 'it' : 'them'}
          </TextButton>
        )}
      </span>
    </p>
  );
}
