/** The talk as it was said, span by span. */

import { useCallback, useMemo } from 'react';
import { rowOf } from '../model/document';
import { changesOf, standing } from '../model/realign';
import { startSeconds } from '../model/summary';
import { isFiltered } from '../session/view';
import { classes, useReview, useReviewParts, useReviewSession } from './context';
import { NoRows } from './NoRows';
import { placesOf } from './places';
import { SpanView } from './SpanView';
import styles from './talk.module.css';
import { useRowsGrid } from './useRowsGrid';

const perLine = 44;

export function Spans() {
  const session = useReviewSession();
  const estimate = useCallback(
    (id: string) => {
      const length = rowOf(session.state.doc, id).target.reduce((n, chip) => n + chip.end - chip.start + 1, 0);
      return 8 + 24 * Math.max(1, Math.ceil(length / perLine));
    },
    [session],
  );
  const grid = useRowsGrid(estimate);
  const { virtualizer, visible, active, chip, selection, numbers, matched, opened } = grid;
  const { doc, unsent, clashing, caret, view, realigning } = useReviewParts((state) => ({
    doc: state.doc,
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the paper itself never changes
  const places = useMemo(() => placesOf(doc), [doc.sourceUnits, doc.sections]);
  return (
    <main className={styles.place}>
      <div
        className={styles.spans}
        role="grid"
        aria-label={`Spans of ${title}`}
        aria-rowcount={visible.length + 1}
        aria-colcount={5}
        aria-multiselectable="true"
        data-scope="rows"
      >
        <div role="rowgroup" style={{ minWidth: 0 }}>
          <div className={classes(styles.columns, styles.head)} role="row" aria-rowindex={1} tabIndex={-1}>
            <span role="columnheader" tabIndex={-1}>
              <span className="vh">state</span>
            </span>
            <span role="columnheader" tabIndex={-1}>
              time
            </span>
            <span role="columnheader" tabIndex={-1}>
              <b>Talk</b> as recognised
            </span>
            <span role="columnheader" tabIndex={-1}>
              sentence
            </span>
            <span role="columnheader" tabIndex={-1} style={{ textAlign: 'right' }}>
              conf.
            </span>
          </div>
        </div>
        <div
          ref={grid.scroller}
          className={styles.scroller}
          role="rowgroup"
          tabIndex={-1}
          data-scroller="spans"
          {...grid.mouse}
        >
          {visible.length === 0 ? (
            <NoRows filters={view.filters.length + (view.query ? 1 : 0)} />
          ) : (
            <div className={styles.sizer} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
              {virtualizer.getVirtualItems().map((item) => {
                const id = visible[item.index] as string;
                const isActive = id === active;
                return (
                  <SpanView
                    key={item.key}
                    doc={doc}
                    row={rowOf(doc, id)}
                    number={numbers.get(id) ?? 0}
                    total={doc.order.length}
                    index={item.index}
                    top={item.start}
                    seconds={startSeconds(doc, id)}
                    places={places}
                    active={isActive}
                    chip={isActive ? chip : null}
                    caret={isActive ? caret : null}
                    selected={selection.has(id)}
                    opened={opened?.row === id}
                    dim={isFiltered(view) && matched !== null && !matched.has(id)}
                    unsent={unsent.has(id)}
                    clash={clashing.has(id)}
                    change={changes.get(id) ?? null}
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
