/** The talk as it was said, span by span. */

import { useCallback, useMemo } from 'react';
import { capital } from '@/lib/format';
import { rowWords, sourceWords } from '@/ui/kinds';
import { classes, useEditor, useReview } from '../frame/context';
import { placesOf } from '../grid/places';
import { ColumnHead, RowsGrid } from '../grid/RowsGrid';
import { rowOf } from '../model/document';
import { startSeconds } from '../model/summary';
import { Candidates } from './Candidates';
import styles from './Spans.module.css';
import { SpanView } from './SpanView';
import { useGains } from './useGains';

/** Characters that fit a line at 1280 px. */
const perLine = 44;

export function Spans() {
  const editor = useEditor();
  const estimate = useCallback(
    (id: string) => {
      const length = rowOf(editor.state.doc, id).target.reduce((n, chip) => n + chip.end - chip.start + 1, 0);
      return 8 + 24 * Math.max(1, Math.ceil(length / perLine));
    },
    [editor],
  );
  const doc = useReview((state) => state.doc);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the paper itself never changes
  const places = useMemo(() => placesOf(doc), [doc.sourceUnits, doc.sections]);
  const gainsOf = useGains();
  const timed = doc.targetUnits.some((unit) => unit.start_seconds !== null);
  return (
    <RowsGrid
      what={capital(rowWords[doc.kind][1])}
      columns={5}
      className={styles.spans}
      headClassName={classes(styles.columns, styles.head)}
      estimate={estimate}
      head={
        <>
          <ColumnHead>
            <span className="vh">state</span>
          </ColumnHead>
          <ColumnHead>{timed ? 'time' : rowWords[doc.kind][0]}</ColumnHead>
          <ColumnHead>
            <b>Talk</b> as recognised
          </ColumnHead>
          <ColumnHead>{sourceWords[doc.kind].unit}</ColumnHead>
          <ColumnHead style={{ textAlign: 'right' }}>conf.</ColumnHead>
        </>
      }
      foot={<Candidates places={places} />}
    >
      {({ key, ...state }) => (
        <SpanView
          key={key}
          {...state}
          seconds={startSeconds(doc, state.row.id)}
          places={places}
          gains={gainsOf(state.row.id)}
        />
      )}
    </RowsGrid>
  );
}
