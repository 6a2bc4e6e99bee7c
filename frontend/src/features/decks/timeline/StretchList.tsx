import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { DeckPage } from '@/api/decks';
import { clock } from '@/lib/format';
import { Cell, Grid, Head, HeadRow, Row } from '@/ui/large/Grid';
import { timeWords } from './model';
import classes from './Timeline.module.css';
import type { TimelineEditorState } from './useTimelineEditor';

interface StretchListProps {
  editor: TimelineEditorState;
  pages: readonly DeckPage[];
  /** Of the deck. */
  language: string;
}

/** In pixels: the heads, which stay in view above the rows. */
const headHeight = 33;

const elementOf = (index: number) => `stretch-${index}`;

/** All stretches, of which only the rows in sight are made. */
export function StretchList({ editor, pages, language }: StretchListProps) {
  const { timeline, times, active } = editor;
  const { stretches } = timeline;
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: stretches.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 37,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  useEffect(() => {
    virtual.scrollToIndex(active, { align: 'auto' });
  }, [active, virtual]);
  return (
    <Grid
      ref={frame}
      className={classes.list}
      label="Stretches"
      nRows={stretches.length}
      active={elementOf(active)}
      canChoose={false}
    >
      <HeadRow className={classes.listHead}>
        <Head>From</Head>
        <Head right>Page</Head>
        <Head>Title</Head>
      </HeadRow>
      {/* biome-ignore lint/a11y/useSemanticElements: as the grid */}
      <div role="rowgroup" style={{ position: 'relative', height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start: top, key }) => {
          const stretch = stretches[index];
          if (!stretch) return null;
          const { page, start } = stretch;
          const nth = timeWords(times[index] ?? null);
          return (
            <Row
              key={key}
              ref={virtual.measureElement}
              id={elementOf(index)}
              index={index}
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
                  'No slide'
                )}
                {nth && <small>{nth}</small>}
              </Cell>
            </Row>
          );
        })}
      </div>
    </Grid>
  );
}
