/** The rows of a bitext: as many in the page as can be seen, and a few more. */

import { useCallback, useMemo } from 'react';
import { count, language } from '@/lib/format';
import { offlineOf, rowOf } from '../model/document';
import { changesOf, standing } from '../model/realign';
import { joinsWithoutSpace } from '../model/text';
import { isFiltered } from '../session/view';
import { classes, useReview, useReviewParts, useReviewSession } from './context';
import styles from './grid.module.css';
import { NoRows } from './NoRows';
import { RowView } from './RowView';
import { useRowsGrid } from './useRowsGrid';
import { useOfflineColumn } from './useWide';

/** Characters that fit a line at 1280 px, for a first guess of heights; each row is measured once it is drawn. */
const perLine = { source: 47, target: 46, dense: 25 };

export function BitextGrid({ onRange }: { onRange: (first: number, last: number) => void }) {
  const session = useReviewSession();
  const estimate = useCallback(
    (id: string) => {
      const { doc } = session.state;
      const row = rowOf(doc, id);
      const lines = (chips: typeof row.source, units: typeof doc.sourceUnits, width: number) =>
        chips.reduce((n, chip) => n + Math.max(1, Math.ceil((chip.end - chip.start) / width)), 0) *
        (units.length > 0 ? 1 : 0);
      const width = joinsWithoutSpace(doc.targetLanguage) ? perLine.dense : perLine.target;
      const target = Math.ceil(row.target.reduce((n, chip) => n + chip.end - chip.start + 2, 0) / width);
      return 8 + 24 * Math.max(1, lines(row.source, doc.sourceUnits, perLine.source), target);
    },
    [session],
  );
  const grid = useRowsGrid(estimate);
  const { virtualizer, visible, active, chip, selection, numbers, matched, opened } = grid;
  const { doc, facts, unsent, clashing, caret, view, realigning } = useReviewParts((state) => ({
    doc: state.doc,
    facts: state.facts,
    unsent: state.unsent,
    clashing: state.clashing,
    caret: state.caret,
    view: state.view,
    realigning: state.realigning,
  }));
  const changes = useMemo(
    () => changesOf(doc, realigning && realigning !== 'running' ? standing(doc, realigning.proposals) : []),
    [doc, realigning],
  );
  const title = useReview((state) => state.info.pair.title);
  const offline = useOfflineColumn();
  const items = virtualizer.getVirtualItems();
  const range = virtualizer.range;
  if (range) queueMicrotask(() => onRange(range.startIndex, range.endIndex));
  const unit = (units: typeof doc.sourceUnits, one: string) => `${count(units.length)} ${one}`;
  return (
    <main className={styles.place}>
      <div
        className={classes(styles.grid, offline.shown && styles.three)}
        role="grid"
        aria-label={`Links of ${title}`}
        aria-rowcount={visible.length + 1}
        aria-colcount={offline.shown ? 6 : 5}
        aria-multiselectable="true"
        data-scope="rows"
      >
        <div role="rowgroup" style={{ minWidth: 0 }}>
          <div className={classes(styles.columns, styles.head)} role="row" aria-rowindex={1} tabIndex={-1}>
            <span role="columnheader" tabIndex={-1} style={{ textAlign: 'right', paddingRight: 8 }}>
              row
            </span>
            <span role="columnheader" tabIndex={-1} style={{ paddingLeft: 8 }}>
              <b>Source</b> {language(doc.sourceLanguage)}, {unit(doc.sourceUnits, 'sentences')}
            </span>
            <span role="columnheader" tabIndex={-1} style={{ textAlign: 'center' }}>
              confidence
            </span>
            <span role="columnheader" tabIndex={-1} style={{ paddingLeft: 8 }}>
              <b>Target</b> {language(doc.targetLanguage)}, {unit(doc.targetUnits, 'chunks')}
              {offline.possible && (
                <button
                  type="button"
                  className={styles.third}
                  tabIndex={-1}
                  data-field="offline-column"
                  aria-pressed={offline.shown}
                  title="Offline translation as a column (Shift I)"
                  onClick={() => offline.set(!offline.shown)}
                >
                  offline
                </button>
              )}
            </span>
            {offline.shown && (
              <span role="columnheader" tabIndex={-1} style={{ paddingLeft: 12 }}>
                <b>Offline</b> translation
              </span>
            )}
            <span role="columnheader" tabIndex={-1} className={styles.labels}>
              <span>align</span>
              <span>mt</span>
              <span>notes</span>
            </span>
          </div>
        </div>
        <div ref={grid.scroller} className={styles.scroller} role="rowgroup" tabIndex={-1} {...grid.mouse}>
          {visible.length === 0 ? (
            <NoRows filters={view.filters.length + (view.query ? 1 : 0)} />
          ) : (
            <div className={styles.sizer} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
              {items.map((item) => {
                const id = visible[item.index] as string;
                const row = rowOf(doc, id);
                const isActive = id === active;
                const crossed = facts.crossings.get(id);
                return (
                  <RowView
                    key={item.key}
                    doc={doc}
                    row={row}
                    number={numbers.get(id) ?? 0}
                    total={doc.order.length}
                    index={item.index}
                    top={item.start}
                    active={isActive}
                    chip={isActive ? chip : null}
                    caret={isActive ? caret : null}
                    selected={selection.has(id)}
                    opened={opened?.row === id}
                    dim={isFiltered(view) && matched !== null && !matched.has(id)}
                    unsent={unsent.has(id)}
                    clash={clashing.has(id)}
                    crosses={crossed ? (numbers.get(crossed) ?? null) : null}
                    change={changes.get(id) ?? null}
                    offline={offline.shown ? offlineOf(doc, row) : null}
                    measure={virtualizer.measureElement}
                  />
                );
              })}
            </div>
          )}
        </div>
      </div>
    </main>
  );
}
