/** A span of a talk: its time, its words, the sentence it is about. */

import { IconCheck, IconCircleDashedCheck, IconFlag, IconPencil } from '@tabler/icons-react';
import { Fragment, memo } from 'react';
import { countCodePoints, sliceCodePoints } from '@/lib/codePoints';
import { clock, figure } from '@/lib/format';
import { ConfidenceMark } from '@/ui/Confidence';
import { rowWords, sourceWords } from '@/ui/kinds';
import { Underlined } from '@/ui/large/Underlined';
import type { Caret } from '../editor/state';
import { classes } from '../frame/context';
import { Corrected } from '../grid/Corrected';
import { TakeLeave } from '../grid/Labels';
import { OpenedRow } from '../grid/OpenedRow';
import { GivenLabels } from '../grid/OwnLabels';
import { PostEdited, postEditOf, useDraft } from '../grid/PostEdited';
import { placeWords, type SentencePlace } from '../grid/places';
import { isDrawnAlike, type RowState, rowAttributes } from '../grid/RowsGrid';
import rows from '../grid/RowsGrid.module.css';
import { keyWords, statusWord, sureness, warned } from '../grid/words';
import type { Doc } from '../model/document';
import type { RowChange } from '../model/realign';
import { beginsUtterance } from '../model/shape';
import { keysOfPage, wordsOfChip } from '../model/sharedWords';
import { chipText } from '../model/text';
import type { Chip, PairKind } from '../model/types';
import styles from './Spans.module.css';
import type { Gains } from './useGains';

interface SpanProps extends RowState {
  seconds: number | null;
  places: readonly SentencePlace[];
  /** Of a talk with slides, by chip. */
  gains: Gains | null;
}

export const SpanView = memo(function SpanView(props: SpanProps) {
  const { doc, row, number, total, seconds, places, chip, caret, change } = props;
  const place = row.source[0] && places[row.source[0].unit];
  const sure = sureness(row);
  const draft = useDraft(row.id);
  const words = sourceWords[doc.kind];
  const name = [
    `${number} of ${total}`,
    statusWord[row.status],
    row.flagged ? 'flagged' : '',
    sure,
    row.post_edit === null ? '' : 'post-edited',
    draft === null ? '' : 'draft not saved',
    warned(doc, row),
    keyWords(row),
    place ? `${words.unit} ${place.number}` : words.none,
  ]
    .filter(Boolean)
    .join(', ');
  const edited = postEditOf(props, draft);
  const page = doc.kind === 'slides_talk' ? keysOfPage(doc, row.source[0]?.unit) : null;
  return (
    <div {...rowAttributes(props, name)} className={classes(rows.row, styles.span, styles.columns)}>
      <span
        className={styles.mark}
        role="gridcell"
        tabIndex={-1}
        aria-label={statusWord[row.status]}
        data-accept="true"
      >
        {row.status === 'accepted' && <IconCheck size={15} stroke={1.75} aria-hidden="true" />}
        {row.status === 'implicit' && <IconCircleDashedCheck size={15} stroke={1.75} aria-hidden="true" />}
        {row.flagged && <IconFlag size={14} stroke={1.75} style={{ color: 'var(--doubt-t)' }} aria-label="flagged" />}
      </span>
      <span className={styles.time} role="gridcell" tabIndex={-1} data-place="true">
        {seconds === null ? number : clock(seconds)}
      </span>
      <div
        className={styles.said}
        role="gridcell"
        tabIndex={-1}
        lang={doc.targetLanguage || undefined}
        dir="auto"
        data-chips
      >
        {row.target.map((part, i) => (
          <Fragment key={part.id}>
            {i > 0 && (beginsUtterance(row.target, i) ? <UtteranceEnd /> : ' ')}
            {doc.kind === 'slides_talk' && (row.source.length > 0 || part.is_key) && (
              <KeyMark chip={part} gain={props.gains?.get(part.id) ?? null} />
            )}
            <Part
              chip={part}
              doc={doc}
              current={part.id === chip}
              isActive={props.active && (chip === null || part.id === chip)}
              page={page}
              caret={caret?.chip === part.id ? caret : null}
            />
          </Fragment>
        ))}
        {edited && <PostEdited {...edited} />}
      </div>
      <span className={styles.sentence} role="gridcell" tabIndex={-1}>
        {place ? (
          <>
            {place.section && `§${place.section} `}
            <b>{place.number}</b>
          </>
        ) : (
          <code>{words.none}</code>
        )}
      </span>
      <span className={styles.confidence} role="gridcell" tabIndex={-1} data-accept="true">
        <span className="vh">{sure}</span>
        <span className={styles.seen} aria-hidden="true">
          {row.edited ? <IconPencil size={14} stroke={1.75} /> : <ConfidenceMark value={row.confidence} />}
        </span>
      </span>
      {change && (
        <div className={styles.proposal} role="gridcell" tabIndex={-1} data-own="true">
          <span>{proposedWords(change, places, doc.kind)}</span>
          <TakeLeave proposal={change.proposal} />
        </div>
      )}
      {props.opened ? <OpenedRow row={row} /> : <GivenLabels row={row} className={styles.given} />}
    </div>
  );
}, isDrawnAlike);

/** Where the recogniser heard a pause: the span may be cut here. */
function UtteranceEnd() {
  return (
    <span className={styles.limit} title="end of an utterance" aria-hidden="true">
      {' '}
    </span>
  );
}

/**
 * The round tick before a key sentence, with what it adds to the ROUGE of its page's key sentences; keys do the same, so
 * that it is no stop of its own.
 */
function KeyMark({ chip, gain }: { chip: Chip; gain: number | null }) {
  const adds = gain === null ? '' : figure(gain);
  const what = chip.is_key ? 'Key sentence' : 'Not a key sentence';
  const why = chip.is_key ? 'adds' : 'would add';
  return (
    <span className={styles.key}>
      <button
        type="button"
        tabIndex={-1}
        className={styles.tick}
        aria-pressed={chip.is_key}
        aria-label={adds ? `key sentence, ROUGE gain ${adds}` : 'key sentence'}
        title={adds ? `${what}; ${why} ${adds} to the ROUGE of its page’s key sentences` : what}
        data-key-of={chip.id}
      >
        <IconCheck size={12} stroke={2.5} aria-hidden="true" />
      </button>
      {adds && (
        <small className={styles.gain} aria-hidden="true">
          {adds}
        </small>
      )}
    </span>
  );
}

interface PartProps {
  chip: Chip;
  doc: Doc;
  current: boolean;
  isActive: boolean;
  /** The keys of the words of its page, which are underlined; null where there is no deck. */
  page: ReadonlySet<string> | null;
  caret: Caret | null;
}

function Part({ chip, doc, current, isActive, page, caret }: PartProps) {
  const text = chipText(chip, doc.targetUnits);
  const at = caret ? (caret.stops[caret.at] ?? null) : null;
  return (
    <span
      role="button"
      tabIndex={current ? 0 : -1}
      className={classes(styles.part, chip.removed && styles.gone)}
      data-chip={chip.id}
      data-current={current || undefined}
    >
      {at === null ? (
        <Corrected
          side="target"
          unit={chip.unit}
          text={doc.targetUnits[chip.unit]?.text ?? ''}
          start={chip.start}
          end={chip.end}
        >
          {page?.size ? (
            <Underlined
              text={text}
              words={wordsOfChip(doc, chip)}
              isShared={(key) => page.has(key)}
              isActive={() => isActive}
            />
          ) : undefined}
        </Corrected>
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

/** What taking the proposal would do to the span. */
export function proposedWords(change: RowChange, places: readonly SentencePlace[], kind: PairKind): string {
  const { unit, none } = sourceWords[kind];
  const moves = [
    ...change.comes.target.map(({ from }) => `words from ${from}`),
    ...[...change.goes.values()].map((to) => `words to ${to ?? `a ${rowWords[kind][0]} of its own`}`),
  ];
  if (change.sentence === undefined) return moves.join(', ') || `its ${unit} stays`;
  const place = change.sentence === null ? null : places[change.sentence];
  return [place ? `would be about ${placeWords(place)}` : `would have ${none}`, ...moves].join(', ');
}
