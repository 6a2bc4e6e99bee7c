import { IconCheck, IconChevronRight, IconMinus, IconPlayerPlay, IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Excerpt, Sheet } from '@/features/summaries/requests/summaries';
import { clock, count, plural } from '@/lib/format';
import { heatOf } from '@/lib/summary';
import { type Change, type Line, shownAtFirst, spokenIn } from './model';
import styles from './Sheet.module.css';

interface SheetRowsProps {
  sheet: Sheet;
  lines: Line[];
  excerpts: Map<number, Excerpt[]>;
  ranks: Map<number, number>;
  changes: Map<number, Change>;
  /** What the other summary is called. */
  other: string;
  current: number | null;
  corrected: boolean;
  canJudge: boolean;
  canPlay: boolean;
  onMove: (position: number) => void;
  onUnfold: (from: number) => void;
  onPlay: (excerpt: Excerpt) => void;
  onJudge: (excerpts: Excerpt[], right: boolean) => void;
}

/** The paper with the words spoken on each sentence, those of the summary on a ground, and what was said beside it. */
export function SheetRows({ sheet, lines, corrected, ...rest }: SheetRowsProps) {
  const most = Math.max(1, ...sheet.sentences.map(({ n_words }) => n_words));
  return (
    <div className={styles.rows}>
      <div className={styles.head} aria-hidden="true">
        <span className={styles.no}>no.</span>
        <span />
        <span>
          <b>Paper</b> {plural(sheet.sentences.length, 'sentence')}
        </span>
        <span className={styles.rankHead}>rank</span>
        <span className={styles.wordsHead} title="Content words spoken on the sentence">
          content words
        </span>
        <span>
          <b>Talk</b> {corrected ? 'corrected' : 'recognised'}
        </span>
      </div>
      <ol aria-label="Sentences of the paper" lang={sheet.source_language || undefined}>
        {lines.map((line) =>
          line.kind === 'section' ? (
            <SectionLine key={`s${line.section}`} sheet={sheet} section={line.section} />
          ) : line.kind === 'fold' ? (
            <li key={`f${line.from}`} lang="en">
              <button type="button" className={styles.fold} onClick={() => rest.onUnfold(line.from)}>
                <IconChevronRight size={13} stroke={1.75} aria-hidden="true" />
                <span className="num">{line.from === line.to ? line.from + 1 : `${line.from + 1}–${line.to + 1}`}</span>
                {plural(line.to - line.from + 1, 'sentence')} not shown
              </button>
            </li>
          ) : (
            <SentenceLine
              key={line.position}
              sheet={sheet}
              {...rest}
              corrected={corrected}
              position={line.position}
              most={most}
            />
          ),
        )}
      </ol>
    </div>
  );
}

function SectionLine({ sheet, section }: { sheet: Sheet; section: number }) {
  const heading = sheet.sections.find(({ position }) => position === section);
  const { words, seconds, any } = spokenIn(sheet, section);
  return (
    <li className={styles.section}>
      {heading?.number && <span className="num">{heading.number}</span>}
      <h2>{heading?.heading || 'Without a heading'}</h2>
      <small className="num" lang="en">
        {any
          ? `${seconds === null ? '' : `${Math.round(seconds)} s, `}${plural(words, 'content word')}`
          : 'No sentence of this section was spoken.'}
      </small>
    </li>
  );
}

type SentenceProps = Omit<SheetRowsProps, 'lines'> & { position: number; most: number };

function SentenceLine(props: SentenceProps) {
  const { sheet, position, most, ranks, changes, other, current, excerpts } = props;
  const row = useRef<HTMLLIElement>(null);
  const [isWhole, setWhole] = useState(false);
  const sentence = sheet.sentences[position];
  const isCurrent = current === position;
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  if (!sentence) return null;
  const heat = heatOf(sentence.n_words, most);
  const rank = ranks.get(position);
  const change = changes.get(position) ?? null;
  const spoken = excerpts.get(position) ?? [];
  const shown = isWhole ? spoken.length : shownAtFirst(spoken, props.canJudge);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: J and K move between sentences, for the whole page
    <li
      ref={row}
      className={styles.sentence}
      data-chosen={rank !== undefined || undefined}
      data-change={change ?? undefined}
      aria-current={isCurrent || undefined}
      onClick={() => props.onMove(position)}
    >
      <span className={`${styles.no} num`}>{position + 1}</span>
      <span className={styles.heat} aria-hidden="true">
        {heat > 0 && <i style={{ width: 4 + (16 * sentence.n_words) / most, background: `var(--heat-${heat})` }} />}
      </span>
      <p className={styles.text} dir="auto">
        {sentence.text}
        {change && (
          <span className={styles.change} lang="en">
            {change === 'in' ? <IconPlus size={11} aria-hidden="true" /> : <IconMinus size={11} aria-hidden="true" />}
            only {change === 'in' ? 'here' : `in ${other}`}
          </span>
        )}
      </p>
      <span className={styles.rank}>
        {rank !== undefined && (
          <span className="num">
            <span className="vh">chosen, rank </span>
            {rank}
          </span>
        )}
      </span>
      <span className={`${styles.words} num`}>
        {count(sentence.n_words)}
        <span className="vh"> content words spoken</span>
      </span>
      <ul className={styles.excerpts} lang={sheet.target_language || undefined}>
        {spoken.map((excerpt, index) => (
          <Said
            key={`${excerpt.row}${excerpt.spoken[0]?.[0]}${excerpt.text.slice(0, 20)}`}
            excerpt={excerpt}
            isFolded={index >= shown}
            {...props}
          />
        ))}
        {shown < spoken.length && (
          <li lang="en">
            <button type="button" className={styles.more} onClick={() => setWhole(true)}>
              {spoken.length - shown} more
              <span className="vh"> stretches of the talk</span>
            </button>
          </li>
        )}
      </ul>
    </li>
  );
}

/** What was said in one stretch. Folded ones are only printed. */
function Said({
  excerpt,
  isFolded,
  corrected,
  canPlay,
  canJudge,
  onPlay,
  onJudge,
}: SentenceProps & { excerpt: Excerpt; isFolded: boolean }) {
  const from = excerpt.spoken[0]?.[0];
  const { is_right: isRight } = excerpt;
  return (
    <li className={styles.excerpt} data-folded={isFolded || undefined}>
      {from === undefined ? (
        <span />
      ) : canPlay ? (
        <button
          type="button"
          className={styles.play}
          lang="en"
          aria-label={`Play from ${clock(from)}`}
          onClick={() => onPlay(excerpt)}
        >
          <IconPlayerPlay size={11} stroke={1.75} aria-hidden="true" />
          <span className="num">{clock(from)}</span>
        </button>
      ) : (
        <span className={`${styles.time} num`}>{clock(from)}</span>
      )}
      <span className={styles.said} dir="auto">
        {(corrected && excerpt.corrected) || excerpt.text}
      </span>
      <span className={styles.right} lang="en">
        {canJudge ? (
          <>
            <button
              type="button"
              aria-label="Right"
              aria-pressed={isRight === true}
              onClick={() => onJudge([excerpt], true)}
            >
              <IconCheck size={15} stroke={1.75} aria-hidden="true" />
            </button>
            <button
              type="button"
              aria-label="Wrong"
              aria-pressed={isRight === false}
              onClick={() => onJudge([excerpt], false)}
            >
              <IconX size={15} stroke={1.75} aria-hidden="true" />
            </button>
          </>
        ) : isRight === null ? (
          <span className="vh">not judged</span>
        ) : (
          <b data-right={isRight}>
            {isRight ? <IconCheck size={15} aria-hidden="true" /> : <IconX size={15} aria-hidden="true" />}
            {isRight ? 'right' : 'wrong'}
          </b>
        )}
      </span>
    </li>
  );
}
