import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Cell, Grid, Head, HeadRow, Row } from '@/ui/large/Grid';
import { exact } from './model';
import classes from './Segments.module.css';
import type { SegmentsEditorState } from './useSegmentsEditor';

/** In pixels: the heads, which stay in view above the rows. */
const headHeight = 33;

const elementOf = (index: number) => `segment-${index}`;

/** All segments with what is said in them, of which only the rows in sight are made. */
export function SegmentList({ editor, language }: { editor: SegmentsEditorState; language: string }) {
  const { segments, texts, active } = editor;
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: segments.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 37,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  useEffect(() => virtual.scrollToIndex(active, { align: 'auto' }), [active, virtual]);
  return (
    <Grid
      ref={frame}
      className={classes.list}
      label="Segments"
      nRows={segments.length}
      active={elementOf(active)}
      canChoose={false}
    >
      <HeadRow className={classes.listHead}>
        <Head right>No.</Head>
        <Head>From</Head>
        <Head right>Seconds</Head>
        <Head>Said</Head>
        <Head>By hand</Head>
      </HeadRow>
      {/* biome-ignore lint/a11y/useSemanticElements: as the grid */}
      <div role="rowgroup" style={{ position: 'relative', height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start: top, key }) => {
          const segment = segments[index];
          if (!segment) return null;
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
              <Cell right className="num">
                {index + 1}
              </Cell>
              <Cell className="num">{exact(segment.start)}</Cell>
              <Cell right className="num">
                {(segment.end - segment.start).toFixed(1)}
              </Cell>
              <Cell className={classes.said} lang={language || undefined} dir="auto">
                {texts[index] || <span className="soft">nothing said</span>}
              </Cell>
              <Cell>{segment.isSet ? 'set' : ''}</Cell>
            </Row>
          );
        })}
      </div>
    </Grid>
  );
}
