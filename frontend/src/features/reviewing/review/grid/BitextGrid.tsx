/** The rows of a bitext, each a link. */

import { useCallback } from 'react';
import { count, language } from '@/lib/format';
import { type Judged, judgements } from '@/ui/large/judgements';
import { classes, useEditor, useKeyText, useReviewParts } from '../frame/context';
import { useOfflineColumn } from '../frame/useWide';
import { offlineOf, rowOf } from '../model/document';
import styles from './BitextGrid.module.css';
import { ColumnHead, RowsGrid } from './RowsGrid';
import { RowView } from './RowView';

/** Characters that fit a line at 1280 px, for a first guess of heights; each row is measured once it is drawn. */
const perLine = { source: 47, target: 46, dense: 25 };

export function BitextGrid({ onRange }: { onRange: (first: number, last: number) => void }) {
  const editor = useEditor();
  const estimate = useCallback(
    (id: string) => {
      const { doc } = editor.state;
      const row = rowOf(doc, id);
      const lines = (chips: typeof row.source, units: typeof doc.sourceUnits, width: number) =>
        chips.reduce((n, chip) => n + Math.max(1, Math.ceil((chip.end - chip.start) / width)), 0) *
        (units.length > 0 ? 1 : 0);
      const width = doc.spaceless.target ? perLine.dense : perLine.target;
      const target = Math.ceil(row.target.reduce((n, chip) => n + chip.end - chip.start + 2, 0) / width);
      return 8 + 24 * Math.max(1, lines(row.source, doc.sourceUnits, perLine.source), target);
    },
    [editor],
  );
  const { doc, facts } = useReviewParts((state) => ({ doc: state.doc, facts: state.facts }));
  const offline = useOfflineColumn();
  const { keyed } = useKeyText();
  const unit = (units: typeof doc.sourceUnits, one: string) => `${count(units.length)} ${one}`;
  return (
    <RowsGrid
      what="Links"
      columns={offline.shown ? 6 : 5}
      className={classes(offline.shown && styles.three)}
      headClassName={styles.columns}
      estimate={estimate}
      onRange={onRange}
      head={
        <>
          <ColumnHead style={{ textAlign: 'right', paddingRight: 8 }}>row</ColumnHead>
          <ColumnHead style={{ paddingLeft: 8 }}>
            <b>Source</b> {language(doc.sourceLanguage)}, {unit(doc.sourceUnits, 'sentences')}
          </ColumnHead>
          <ColumnHead style={{ textAlign: 'center' }}>confidence</ColumnHead>
          <ColumnHead style={{ paddingLeft: 8 }}>
            <b>Target</b> {language(doc.targetLanguage)}, {unit(doc.targetUnits, 'chips')}
            {offline.possible && (
              <button
                type="button"
                className={styles.third}
                tabIndex={-1}
                data-field="offline-column"
                aria-pressed={offline.shown}
                title={keyed('Offline translation as a column', 'offline_column')}
                onClick={() => offline.set(!offline.shown)}
              >
                offline
              </button>
            )}
          </ColumnHead>
          {offline.shown && (
            <ColumnHead style={{ paddingLeft: 12 }}>
              <b>Offline</b> translation
            </ColumnHead>
          )}
          <ColumnHead className={styles.labels}>
            <Short head="align" name="good_align" />
            <Short head="transl" name="good_mt" />
            <span>notes</span>
          </ColumnHead>
        </>
      }
    >
      {({ key, ...state }) => {
        const crossed = facts.crossings.get(state.row.id);
        return (
          <RowView
            key={key}
            {...state}
            crosses={crossed ? doc.order.indexOf(crossed) + 1 : null}
            offline={offline.shown ? offlineOf(doc, state.row) : null}
          />
        );
      }}
    </RowsGrid>
  );
}

/** The head of a column too narrow for its name, which the pointer and a screen reader find all the same. */
function Short({ head, name }: { head: string; name: Judged }) {
  return (
    <span title={judgements[name]}>
      <span aria-hidden="true">{head}</span>
      <span className="vh">{judgements[name]}</span>
    </span>
  );
}
