import { useEffect, useRef } from 'react';
import { type DeckPage, stepWords } from '@/api/decks';
import { PagePicture } from '@/ui/large/PagePicture';
import classes from './Deck.module.css';

interface FilmstripProps {
  pages: readonly DeckPage[];
  open: number;
  /** Of pages without a picture. */
  size: readonly [number, number];
  language: string;
  onOpen: (number: number) => void;
}

/** All pages in a row that scrolls by itself: one stop of the Tab key, on the open page. */
export function Filmstrip({ pages, open, size, language, onOpen }: FilmstripProps) {
  const strip = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const shown = strip.current?.children[open - 1];
    shown?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    // Who has the focus in the strip goes with the arrows.
    if (strip.current?.contains(document.activeElement)) shown?.querySelector('button')?.focus();
  }, [open]);
  return (
    <ol ref={strip} className={classes.strip} aria-label="All pages">
      {pages.map(({ number, title, thumbnail, width, height, ...page }) => (
        <li key={number}>
          <button
            type="button"
            className={classes.thumb}
            aria-current={number === open || undefined}
            aria-label={[`Page ${number}`, title, stepWords(page)].filter(Boolean).join(', ')}
            tabIndex={number === open ? 0 : -1}
            onClick={() => onOpen(number)}
          >
            <PagePicture
              number={number}
              picture={thumbnail}
              size={width && height ? [width, height] : size}
              text={title}
              language={language}
              isThumbnail
            />
            <span className="num">
              {number} {page.n_steps > 1 && <small>{stepWords(page)}</small>}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
