import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeckPage } from '@/api/decks';
import type { DocumentUnit } from '@/api/types';
import { Chips } from '@/ui/Chips';
import { type Filter, filterWords } from './model';
import classes from './Passages.module.css';
import { PlaceRow } from './PlaceRow';
import type { PassagesEditorState } from './usePassagesEditor';

interface PlaceListProps {
  editor: PassagesEditorState;
  /** Of the paper. */
  sentences: readonly DocumentUnit[];
  pages: readonly DeckPage[];
  languages: { talk: string; paper: string };
  canAnswer: boolean;
}

const filters = Object.keys(filterWords) as Filter[];

/** The slides or spans of the talk, all or some of them, of which only those in sight are made. */
export function PlaceList({ editor, sentences, pages, languages, canAnswer }: PlaceListProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const active = editor.at.place;
  // The open one stays until one goes on.
  const shown = editor.shown[filter].includes(active)
    ? editor.shown[filter]
    : [...editor.shown[filter], active].sort((a, b) => a - b);
  // A new function would have all rows placed again.
  const getItemKey = useCallback((row: number) => shown[row] ?? row, [shown]);
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 72,
    overscan: 6,
    getItemKey,
  });
  const at = shown.indexOf(active);
  useEffect(() => virtual.scrollToIndex(at, { align: 'auto' }), [at, virtual]);
  return (
    <section className={classes.talk} aria-label="Talk">
      <div className={classes.filters}>
        <Chips
          label="Places shown"
          options={filters.map((value) => ({ value, label: filterWords[value], n: editor.shown[value].length }))}
          chosen={filter}
          onChoose={(value) => setFilter(value as Filter)}
          isOneRow
        />
      </div>
      <div className={classes.places} ref={frame}>
        <div style={{ position: 'relative', height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index: row, start, key }) => {
            const index = shown[row];
            const place = index === undefined ? undefined : editor.places[index];
            if (index === undefined || !place) return null;
            return (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={row}
                className={classes.place}
                style={{ transform: `translateY(${start}px)` }}
              >
                <PlaceRow
                  editor={editor}
                  index={index}
                  place={place}
                  sentences={sentences}
                  page={place.page === null ? undefined : pages[place.page - 1]}
                  languages={languages}
                  canAnswer={canAnswer}
                />
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}
