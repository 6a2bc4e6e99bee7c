/** A span of a talk: its time, its words, the sentence it is about; opened on the active one, the engine's candidates. */

import { IconCheck, IconCircleDashedCheck, IconFlag, IconPencil } from '@tabler/icons-react';
import { Fragment, memo } from 'react';
import { clock, probability } from '@/lib/format';
import type { Doc } from '../model/document';
import type { RowChange } from '../model/realign';
import { chipText, countCodePoints, sliceCodePoints } from '../model/text';
import type { Chip, Row } from '../model/types';
import { choicesOf, choose } from '../session/paper';
import type { Caret } from '../session/state';
import { ConfidenceMark, ConfidenceNumber, sureness } from './Confidence';
import { statusWord } from './Connector';
import { classes, useReviewSession } from './context';
import { MoreButton } from './Labels';
import { OpenedRow } from './OpenedRow';
import type { SentencePlace } from './places';
import { type RowState, rowAttributes } from './RowsGrid';
import rows from './rows.module.css';
import { TakeLeave } from './TakeLeave';
import styles from './talk.module.css';

export interface SpanProps extends RowState {
  seconds: number | null;
  places: readonly SentencePlace[];
}

export const SpanView = memo(function SpanView(props: SpanProps) {
  const { doc, row, number, total, seconds, places, active, chip, caret, change } = props;
  const place = row.source[0] && places[row.source[0].unit];
  const sure = sureness(row);
  const name = [
    `${number} of ${total}`,
    statusWord[row.status],
    sure,
    place ? `sentence ${place.number}` : 'no sentence',
  ].join(', ');
  return (
    <div {...rowAttributes(props, name)} className={classes(rows.row, styles.span, styles.columns)}>
      <span className={styles.mark} role="gridcell" tabIndex={-1} aria-label={statusWord[row.status]}>
        {row.status === 'accepted' && <IconCheck size={15} stroke={1.75} aria-hidden="true" />}
        {row.status === 'implicit' && <IconCircleDashedCheck size={15} stroke={1.75} aria-hidden="true" />}
        {row.flagged && <IconFlag size={14} stroke={1.75} style={{ color: 'var(--doubt-t)' }} aria-label="flagged" />}
        {active && <MoreButton />}
      </span>
      <span className={styles.time} role="gridcell" tabIndex={-1} data-place="true">
        {seconds === null ? number : clock(seconds)}
      </span>
      <span className={styles.said} role="gridcell" tabIndex={-1} lang={doc.targetLanguage || undefined} dir="auto">
        {row.target.map((part, i) => (
          <Fragment key={part.id}>
            {i > 0 && ' '}
            <Part chip={part} doc={doc} current={part.id === chip} caret={caret?.chip === part.id ? caret : null} />
          </Fragment>
        ))}
      </span>
      <span className={styles.sentence} role="gridcell" tabIndex={-1}>
        {place ? (
          <>
            {place.section && `§${place.section} `}
            <b>{place.number}</b>
          </>
        ) : (
          <code>no sentence</code>
        )}
      </span>
      <span className={styles.confidence} role="gridcell" tabIndex={-1} aria-label={sure}>
        {row.edited ? (
          <IconPencil size={14} stroke={1.75} aria-hidden="true" />
        ) : (
          <ConfidenceMark value={row.confidence} />
        )}
      </span>
      {change && (
        <div className={styles.proposal} role="gridcell" tabIndex={-1} data-own="true">
          <span>{proposedWords(change, places)}</span>
          <TakeLeave proposal={change.proposal} />
        </div>
      )}
      {active && <Candidates doc={doc} row={row} places={places} />}
      {props.opened && <OpenedRow row={row} />}
    </div>
  );
});

/** What taking the proposal would do to the span. */
function proposedWords(change: RowChange, places: readonly SentencePlace[]): string {
  const moves = [
    ...change.comes.target.map(({ from }) => `words from ${from}`),
    ...[...change.goes.values()].map((to) => `words to ${to ?? 'a span of its own'}`),
  ];
  if (change.sentence === undefined) return moves.join(', ') || 'its sentence stays';
  const place = change.sentence === null ? null : places[change.sentence];
  return [
    place ? `would be about ${place.section ? `§${place.section} · ` : ''}${place.number}` : 'would have no sentence',
    ...moves,
  ].join(', ');
}

function Part({ chip, doc, current, caret }: { chip: Chip; doc: Doc; current: boolean; caret: Caret | null }) {
  const text = chipText(chip, doc.targetUnits);
  const at = caret ? (caret.stops[caret.at] ?? null) : null;
  return (
    <span
      role="button"
      tabIndex={current ? 0 : -1}
      className={classes(styles.part, chip.removed && styles.gone)}
      data-chip={chip.id}
      draggable={caret === null}
      data-current={current || undefined}
    >
      {at === null ? (
        text
      ) : (
        <>
          {sliceCodePoints(text, 0, at)}
          <span className={rows.caret} data-caret="true" />
          {sliceCodePoints(text, at, countCodePoints(text))}
        </>
      )}
    </span>
  );
}

function Candidates({ doc, row, places }: { doc: Doc; row: Row; places: readonly SentencePlace[] }) {
  const session = useReviewSession();
  const choices = choicesOf(row);
  if (choices.length < 2) return null;
  const current = row.source[0]?.unit ?? null;
  return (
    <div className={styles.candidates} role="gridcell" tabIndex={-1} data-own="true">
      <ol aria-label="Candidates">
        {choices.map(({ key, sentence, probability: share }) => {
          const place = sentence === null ? null : places[sentence];
          return (
            <li key={key}>
              <button
                type="button"
                tabIndex={-1}
                aria-pressed={sentence === current}
                onClick={() => choose(session, sentence)}
              >
                <kbd>{key}</kbd>
                <span className={styles.bar}>
                  <i style={{ width: `${Math.round(100 * share)}%` }} />
                </span>
                {sentence === current && !row.edited ? (
                  <ConfidenceNumber value={share} />
                ) : (
                  <span>{probability(share)}</span>
                )}
                <span style={{ color: 'var(--ink-2)', whiteSpace: 'nowrap' }}>
                  {place ? `${place.section ? `§${place.section} · ` : ''}${place.number}` : '–'}
                </span>
                <span className={styles.text}>
                  {sentence === null ? 'No sentence' : doc.sourceUnits[sentence]?.text}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
