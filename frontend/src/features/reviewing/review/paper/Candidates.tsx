/**
 * The engine's candidates for the active span, below the spans. They have one place and one height for every span, so
 * that no row moves when another becomes active, and their keys are read where they were read before.
 */

import { IconDots } from '@tabler/icons-react';
import { type MouseEvent, useMemo } from 'react';
import { capital, clock, probability } from '@/lib/format';
import { ConfidenceNumber } from '@/ui/Confidence';
import { rowWords, sourceWords } from '@/ui/kinds';
import { choose } from '../editor/sentenceChoice';
import { readOnly } from '../editor/state';
import { classes, useEditor, useKeyText, useReview, useReviewParts } from '../frame/context';
import { placeWords, type SentencePlace } from '../grid/places';
import { type ActionId, noneOf } from '../keys/table';
import { choicesFor } from '../model/candidates';
import { rowOf } from '../model/document';
import { startSeconds } from '../model/summary';
import styles from './Candidates.module.css';

export function Candidates({ places }: { places: readonly SentencePlace[] }) {
  const editor = useEditor();
  const locked = useReview(readOnly) !== null;
  const { doc, active } = useReviewParts((state) => ({ doc: state.doc, active: state.active }));
  // Where no engine proposed anything there is nothing to choose from, for any span: the room is the spans'.
  const any = useMemo(() => [...doc.rows.values()].some((row) => row.candidates.length > 0), [doc.rows]);
  const { key } = useKeyText();
  const words = sourceWords[doc.kind];
  const [one] = rowWords[doc.kind];
  const row = active === null ? null : rowOf(doc, active);
  const { choices, of } = row ? choicesFor(doc, row.id) : { choices: [], of: null };
  const seconds = row && startSeconds(doc, row.id);
  const where = row && (seconds === null ? doc.order.indexOf(row.id) + 1 : clock(seconds));
  const current = row?.source[0]?.unit ?? null;
  const take = (sentence: number | null) => {
    choose(editor, sentence);
    editor.set({ focus: editor.state.focus + 1 });
  };
  const openMenu = (event: MouseEvent<HTMLElement>) => {
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    editor.set({ menu: { x: left, y: bottom } });
  };
  return (
    <section
      className={classes(styles.candidates, any && styles.some, !row && styles.idle)}
      aria-label={any ? 'Candidates' : `Active ${one}`}
      data-scope="rows"
    >
      <div className={styles.caption}>
        <b>{any ? 'Candidates' : capital(one)}</b>{' '}
        {any && row && (seconds === null ? `for ${one}` : `for the ${one} at`)} {where}
        {row && of !== null && of !== row.id && <small>candidates of the previous {one}</small>}
        {row && (
          <button type="button" tabIndex={-1} onClick={openMenu} title={`More actions (right click on the ${one})`}>
            <IconDots size={14} stroke={1.75} aria-hidden="true" />
            More
          </button>
        )}
      </div>
      {any && row && choices.length === 0 && (
        <p>
          The engine proposed none for this {one}. Choose a {words.unit} in the {words.whole}.
        </p>
      )}
      {choices.length > 0 && (
        <ol aria-label="Candidates">
          {choices.map(({ number, sentence, probability: share }) => (
            <li key={number}>
              <button
                type="button"
                tabIndex={-1}
                disabled={locked}
                aria-pressed={sentence === current}
                onClick={() => take(sentence)}
              >
                <kbd>{key(number === 0 ? noneOf(doc.kind) : (`candidate_${number}` as ActionId))}</kbd>
                <span className={styles.bar}>
                  <i style={{ width: `${Math.round(100 * share)}%` }} />
                </span>
                {sentence === current && !row?.edited && of === row?.id ? (
                  <ConfidenceNumber value={share} />
                ) : (
                  <span>{probability(share)}</span>
                )}
                <span className={styles.place}>{placeWords(sentence === null ? null : places[sentence])}</span>
                <span className={styles.text}>
                  {sentence === null ? capital(words.none) : doc.sourceUnits[sentence]?.text}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
