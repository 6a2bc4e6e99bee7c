import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { type DeckPage, stepWords } from '@/api/decks';
import { capital, clock } from '@/lib/format';
import { Cell, Grid, Head, HeadRow, Row } from '@/ui/large/Grid';
import { FoundMark } from './FoundMark';
import { type Filter, pageWords, type Rivals, rivalOf, type StepOf, timeWords } from './model';
import { StretchFilters } from './StretchFilters';
import classes from './Timeline.module.css';
import type { TimelineEditorState } from './useTimelineEditor';

interface StretchListProps {
  editor: TimelineEditorState;
  pages: readonly DeckPage[];
  stepOf: StepOf;
  rivals: Rivals;
  /** Of the deck. */
  language: string;
}

/** In pixels: the heads, which stay in view above the rows. */
const headHeight = 33;

const elementOf = (index: number) => `stretch-${index}`;

/** The stretches, all or some of them, of which only the rows in sight are made. */
export function StretchList({ editor, pages, stepOf, rivals, language }: StretchListProps) {
  const { timeline, times, active } = editor;
  const { stretches } = timeline;
  const [filter, setFilter] = useState<Filter>('all');
  const shown = editor.shown[filter];
  const wasFound = stretches.some(({ confidence }) => confidence !== undefined);
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 37,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  useEffect(() => {
    const at = shown.indexOf(active);
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [active, shown, virtual]);
  return (
    <div className={classes.side}>
      <StretchFilters shown={editor.shown} chosen={filter} onChoose={setFilter} />
      <Grid
        ref={frame}
        className={wasFound ? `${classes.list} ${classes.found}` : classes.list}
        label="Stretches"
        nRows={shown.length}
        active={elementOf(active)}
        canChoose={false}
      >
        <HeadRow className={classes.listHead}>
          <Head>From</Head>
          <Head right>Page</Head>
          <Head>Title</Head>
          {wasFound && <Head right>Confidence</Head>}
        </HeadRow>
        {/* biome-ignore lint/a11y/useSemanticElements: as the grid */}
        <div role="rowgroup" style={{ position: 'relative', height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index: row, start: top, key }) => {
            const index = shown[row];
            const stretch = index === undefined ? undefined : stretches[index];
            if (index === undefined || !stretch) return null;
            const { page, start } = stretch;
            const rival = rivalOf(stretch, rivals);
            const which = [
              timeWords(times[index] ?? null),
              stepWords(stepOf(page)),
              rival === null ? '' : `or page ${rival}`,
            ]
              .filter(Boolean)
              .join(', ');
            return (
              <Row
                key={key}
                ref={virtual.measureElement}
                id={elementOf(index)}
                index={row}
                isActive={index === active}
                isChosen={undefined}
                className={classes.line}
                style={{ transform: `translateY(${top - headHeight}px)` }}
                onActive={() => editor.go(index)}
                onExtend={() => undefined}
              >
                <Cell className="num">{clock(start)}</Cell>
                <Cell right>{page > 0 ? <b className="num">{page}</b> : <i className={classes.swatch} />}</Cell>
                <Cell>
                  {page > 0 ? (
                    <span lang={language || undefined} dir="auto">
                      {pages[page - 1]?.title || 'no text'}
                    </span>
                  ) : (
                    capital(pageWords(stretch))
                  )}
                  {which && <small>{which}</small>}
                </Cell>
                {wasFound && (
                  <Cell right>
                    <FoundMark confidence={stretch.confidence} isDoubtful={editor.shown.doubtful.includes(index)} />
                  </Cell>
                )}
              </Row>
            );
          })}
        </div>
      </Grid>
    </div>
  );
}
