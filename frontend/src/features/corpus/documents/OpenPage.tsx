import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { DeckPage } from '@/api/decks';
import { shortcutOf } from '@/ui/Keys';
import { PagePicture } from '@/ui/large/PagePicture';
import classes from './Deck.module.css';

interface OpenPageProps {
  page: DeckPage;
  /** Where the page has no picture. */
  size: readonly [number, number];
  nPages: number;
  /** Undefined while it loads. */
  text: string | undefined;
  language: string;
  keys: Readonly<Record<'previous' | 'next', readonly string[]>>;
  onStep: (by: number) => void;
}

/** One page large, its text beside it, and the way to its neighbours. */
export function OpenPage({ page, size, nPages, text, language, keys, onStep }: OpenPageProps) {
  const { number, picture, width, height } = page;
  return (
    <div className={classes.open}>
      <div>
        <p className={classes.turn}>
          <ActionIcon
            variant="subtle"
            aria-label="Previous page"
            aria-keyshortcuts={shortcutOf(keys.previous)}
            disabled={number === 1}
            onClick={() => onStep(-1)}
          >
            <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
          <span className="num" role="status">
            Page {number} of {nPages}
          </span>
          <ActionIcon
            variant="subtle"
            aria-label="Next page"
            aria-keyshortcuts={shortcutOf(keys.next)}
            disabled={number === nPages}
            onClick={() => onStep(1)}
          >
            <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </p>
        <PagePicture
          key={number}
          number={number}
          picture={picture}
          size={width && height ? [width, height] : size}
          text={text ?? page.title}
          language={language}
        />
      </div>
      {picture !== null && text !== undefined && (
        <div className={classes.beside}>
          {text ? (
            <p lang={language || undefined} dir="auto">
              {text}
            </p>
          ) : (
            <p className="soft">No text on this page.</p>
          )}
        </div>
      )}
    </div>
  );
}
