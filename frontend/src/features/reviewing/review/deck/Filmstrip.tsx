/** All showings of pages in a row: as many in the page as can be seen. One stop of the Tab key, on the open one. */

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';
import { stepWords } from '@/api/decks';
import { plural } from '@/lib/format';
import { PagePicture } from '@/ui/large/PagePicture';
import { openFrame } from '../editor/pageChoice';
import { useEditor, useReview } from '../frame/context';
import { countSentences, type Frame } from '../model/deck';
import styles from './Deck.module.css';
import type { Pictures } from './usePictures';

/** Of a thumbnail, in pixels. */
const height = 66;
const gap = 8;

interface FilmstripProps {
  frames: readonly Frame[];
  open: Frame | undefined;
  pictures: Pictures;
}

export function Filmstrip({ frames, open, pictures }: FilmstripProps) {
  const editor = useEditor();
  const doc = useReview((state) => state.doc);
  const cursor = useReview((state) => state.paperCursor);
  const strip = useRef<HTMLDivElement>(null);
  const [wide, high] = pictures.size;
  const width = Math.round(Math.min(160, Math.max(66, (height * wide) / high)));
  const at = open ? frames.indexOf(open) : -1;
  // The open one is always there, wherever the strip is scrolled: it may hold the focus.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      return at < 0 || indexes.includes(at) ? indexes : [...indexes, at].sort((a, b) => a - b);
    },
    [at],
  );
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: frames.length,
    getScrollElement: () => strip.current,
    estimateSize: () => width + gap,
    overscan: 6,
    rangeExtractor,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: thumbnails of another width stand elsewhere
  useEffect(() => {
    virtualizer.measure();
    if (at >= 0) virtualizer.scrollToIndex(at, { align: 'auto' });
  }, [virtualizer, at, width]);

  // Who chooses, or walks in the strip, goes along with the open one; not who types a number.
  const isChoosing = cursor !== null;
  useEffect(() => {
    const focused = document.activeElement;
    if (focused?.matches('[data-field=page-number]')) return;
    if (isChoosing || strip.current?.contains(focused))
      strip.current?.querySelector<HTMLElement>(`[data-frame="${at}"]`)?.focus();
  }, [isChoosing, at]);

  return (
    <div ref={strip} className={styles.strip} data-scope="deck">
      <ol aria-label="All pages" style={{ width: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const frame = frames[index] as Frame;
          const { page, time, rows } = frame;
          const listed = pictures.of(page.number);
          const n = countSentences(doc, rows);
          const name = `${page.number}${time > 1 ? ` (${ordinal(time)} time)` : ''}`;
          const step = stepWords(listed);
          return (
            <li
              key={`${page.number} ${time}`}
              aria-setsize={frames.length}
              aria-posinset={index + 1}
              style={{ width, transform: `translateX(${start}px)` }}
            >
              <button
                type="button"
                aria-current={index === at || undefined}
                aria-label={`Page ${name}, ${step && `${step}, `}${n > 0 ? plural(n, 'sentence') : 'not shown'}`}
                tabIndex={index === Math.max(0, at) ? 0 : -1}
                data-frame={index}
                data-shown={n > 0}
                onClick={() => openFrame(editor, frame)}
              >
                <PagePicture
                  number={page.number}
                  picture={listed?.thumbnail ?? null}
                  size={pictures.size}
                  text={page.shown}
                  language={doc.sourceLanguage}
                  isThumbnail
                />
                <span>
                  <b>{name}</b> {n > 0 ? plural(n, 'sentence') : 'not shown'}
                  {step && <small>{step}</small>}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function ordinal(n: number): string {
  const rule = new Intl.PluralRules('en', { type: 'ordinal' }).select(n);
  return `${n}${{ one: 'st', two: 'nd', few: 'rd' }[rule as string] ?? 'th'}`;
}
