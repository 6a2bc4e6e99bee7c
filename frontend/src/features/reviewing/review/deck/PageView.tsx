/** A page large, what there is to know of its rows, and its lines with where each is said. */

import { useMemo } from 'react';
import { capital, clock, figure, plural } from '@/lib/format';
import { sourceWords } from '@/ui/kinds';
import { PagePicture } from '@/ui/large/PagePicture';
import { Underlined } from '@/ui/large/Underlined';
import { wordsIn } from '@/ui/large/words';
import { useReview, useReviewParts } from '../frame/context';
import { countSentences, lastingOf, type Page, pagesOf, sentencesOf } from '../model/deck';
import { keysOf } from '../model/keySentences';
import { wordsOfChip } from '../model/sharedWords';
import styles from './Deck.module.css';
import { Enlarged } from './Enlarged';
import { PageLines } from './PageLines';
import type { Pictures } from './usePictures';

interface PageViewProps {
  page: Page | null;
  /** What is said over it. */
  rows: readonly string[];
  pictures: Pictures;
}

export function PageView({ page, rows, pictures }: PageViewProps) {
  const { doc, active, chip } = useReviewParts((state) => ({ doc: state.doc, active: state.active, chip: state.chip }));
  const language = doc.sourceLanguage;
  const sentences = useMemo(() => sentencesOf(doc, rows), [doc, rows]);
  const spoken = useMemo(
    () => sentences.map((sentence) => new Set(wordsOfChip(doc, sentence.chip).map(({ key }) => key))),
    [doc, sentences],
  );
  const isHere = (at: number) => {
    const sentence = sentences[at];
    return chip === null ? sentence?.row === active : sentence?.chip.id === chip;
  };
  const marks = {
    isShared: (key: string) => spoken.some((keys) => keys.has(key)),
    isActive: (key: string) => spoken.some((keys, at) => isHere(at) && keys.has(key)),
  };
  const listed = page && pictures.of(page.number);
  const picture = listed?.picture ?? null;
  const size = listed?.width && listed.height ? ([listed.width, listed.height] as const) : pictures.size;
  return (
    <div className={styles.view} lang={language || undefined}>
      {page ? (
        <div className={styles.shown}>
          <PagePicture
            key={page.number}
            number={page.number}
            picture={picture}
            size={size}
            text={page.shown}
            language={language}
            draw={(line) => <Underlined text={line} words={wordsIn(line, language)} {...marks} />}
          />
          {picture && <Enlarged number={page.number} picture={picture} size={size} text={page.shown} />}
        </div>
      ) : (
        <p className={styles.none} style={{ aspectRatio: `${pictures.size[0]} / ${pictures.size[1]}` }}>
          {capital(sourceWords[doc.kind].none)}
        </p>
      )}
      <Caption page={page} rows={rows} />
      {page?.shown && <PageLines page={page} sentences={sentences} spoken={spoken} isHere={isHere} marks={marks} />}
    </div>
  );
}

/** "Page 9 of 24 04:01–04:31 · 26 words · 4 sentences". */
function Caption({ page, rows }: Pick<PageViewProps, 'page' | 'rows'>) {
  const doc = useReview((state) => state.doc);
  const lasting = lastingOf(doc, rows);
  const n = countSentences(doc, rows);
  const { keyOptions } = doc;
  const keys = page && keyOptions && rows.length > 0 ? keysOf(doc, { page, time: 1, rows }, keyOptions) : null;
  const isShort = keys?.choices.top.dropped === 'short_page';
  const facts = [
    lasting && `${clock(lasting[0])}–${clock(lasting[1])}`,
    page && (page.shown ? plural(wordsIn(page.shown, doc.sourceLanguage).length, 'word') : 'no text'),
    n > 0 ? plural(n, 'sentence') + (keys?.nKey ? `, ${keys.nKey} key` : '') : 'not shown in the talk',
    isShort && page?.shown && 'too few words to label: boundaries only',
  ];
  return (
    <p className={styles.caption} role="status" lang="en">
      <b>{page ? `Page ${page.number} of ${pagesOf(doc).at(-1)?.number}` : capital(sourceWords[doc.kind].none)}</b>{' '}
      {facts.filter(Boolean).join(' · ')}{' '}
      {keys && keys.nKey > 0 && !isShort && (
        <span title="Of its key sentences against its text: the mean of ROUGE-1 and ROUGE-2">
          ROUGE {figure(keys.rouge)}
        </span>
      )}
    </p>
  );
}
