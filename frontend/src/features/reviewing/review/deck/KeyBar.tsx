/** How key sentences are proposed, and what the thresholds leave out. */

import { useDeferredValue, useMemo } from 'react';
import { plural, probability } from '@/lib/format';
import { readOnly } from '../editor/state';
import { useEditor, useReview } from '../frame/context';
import { type LeftOut, overviewOf, type Way, ways } from '../model/keySentences';
import type { Content } from '../model/types';
import styles from './Deck.module.css';
import { proposeKeys } from './proposeKeys';

type Options = NonNullable<Content['key_options']>;

export function KeyBar() {
  const doc = useReview((state) => state.doc);
  return doc.keyOptions && <Bar options={doc.keyOptions} />;
}

function Bar({ options }: { options: Options }) {
  const editor = useEditor();
  const settled = useDeferredValue(useReview((state) => state.doc));
  const locked = useReview(readOnly) !== null;
  const { way, leftOut } = useMemo(() => overviewOf(settled, options), [settled, options]);
  return (
    <div className={styles.keyBar}>
      <span id="key-ways">Key sentences</span>
      {!locked && (
        <span className={styles.segments} role="radiogroup" aria-labelledby="key-ways">
          {ways.map((each) => (
            // biome-ignore lint/a11y/useSemanticElements: as the order of the rows
            <button
              key={each}
              type="button"
              role="radio"
              aria-checked={way === each}
              title={tips(options)[each]}
              onClick={() => void proposeKeys(editor, each, wordsOf(each, options))}
            >
              {wordsOf(each, options)}
            </button>
          ))}
        </span>
      )}
      <span className={styles.leftOut}>{leftOutWords(leftOut, options)}</span>
    </div>
  );
}

function wordsOf(way: Way, { max_sentences }: Options): string {
  return { top: `Top ${max_sentences}`, gain: 'ROUGE gain', hand: 'By hand' }[way];
}

const rest = 'Reviewed rows and what was set by hand stay.';

function tips({ max_sentences }: Options): Readonly<Record<Way, string>> {
  return {
    top: `Mark the ${max_sentences} sentences of a page that raise its ROUGE most, one by one. ${rest}`,
    gain: `Mark sentences of a page, the best first, as long as each raises its ROUGE. ${rest}`,
    hand: `Mark none; you mark them. ${rest}`,
  };
}

/** "Left out: 3 pages under 10 words, 14 sentences under 3 words" */
export function leftOutWords(leftOut: LeftOut, options: Options): string {
  const parts = [
    [leftOut.short_page, 'page', `under ${options.min_page_words} words`],
    [leftOut.low_rouge, 'page', `under ROUGE ${probability(options.min_rouge)}`],
    [leftOut.short_sentences, 'sentence', `under ${options.min_sentence_words} words`],
  ] as const;
  const words = parts.filter(([n]) => n > 0).map(([n, what, why]) => `${plural(n, what)} ${why}`);
  return words.length > 0 ? `Left out: ${words.join(', ')}` : '';
}
