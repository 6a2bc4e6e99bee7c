/** What a review or the result says in one line of a region: chips or sentences, a post-edit, labels and tags. */

import { IconAlertTriangle, IconCheck, IconCircleCheck, IconPencil, IconTag, IconX } from '@tabler/icons-react';
import { sourceWords } from '@/ui/kinds';
import { judgements } from '@/ui/large/judgements';
import { useEditor, useReview } from '../frame/context';
import { type Doc, unitNumber } from '../model/document';
import { givenLabels, labelOf, saysLabels } from '../model/labels';
import { chipText } from '../model/text';
import type { Chip } from '../model/types';
import styles from './Adjudication.module.css';
import { findingsIn } from './findings';
import { groupingOf, isNull, type Line, letters } from './model';

type Said = Line['rows'][number][number];

interface CellProps {
  /** The letter of the review, or Gold: what a screen reader and a narrow screen call the column. */
  name: string;
  rows: readonly Said[];
  /** What the others say in this line: whatever they do not say is marked. */
  others: readonly (readonly Said[])[];
  /** How a difference is marked: as doubt in a review, as what will be in the result. */
  tone: 'doubt' | 'will' | 'none';
}

export function RegionCell({ name, rows, others, tone }: CellProps) {
  const { doc, info } = useEditor().state;
  const { labels } = info;
  /** Whether one of the others does not say this of any row of the line. */
  const differs = (row: Said, of: (row: Said) => unknown) => {
    const content = JSON.stringify(of(row));
    // A review without a row in this line says nothing of it: the chips show that.
    const speaking = others.filter((other) => other.length > 0);
    return tone !== 'none' && speaking.some((other) => !other.some((one) => JSON.stringify(of(one)) === content));
  };
  const mark = (is: boolean) => (is ? tone : undefined);
  return (
    <div className={styles.cell} data-name={name}>
      {rows.map((row, n) => (
        <div key={n} className={styles.said}>
          {doc.kind === 'bitext' ? (
            <Targets row={row} doc={doc} others={others} tone={tone} />
          ) : (
            <Sentences row={row} doc={doc} mark={mark(differs(row, (one) => one.source.map((chip) => chip.unit)))} />
          )}
          {doc.kind === 'slides_talk' && <KeySentences row={row} doc={doc} others={others} tone={tone} />}
          {row.post_edit !== null && (
            <p
              className={styles.edit}
              data-mark={mark(differs(row, (one) => one.post_edit))}
              lang={doc.targetLanguage}
              dir="auto"
            >
              <IconPencil size={14} stroke={1.75} aria-label="post-edited" /> {row.post_edit || 'edited away'}
            </p>
          )}
          <p className={styles.labels}>
            <Label
              name={judgements.good_align}
              value={row.good_align}
              mark={mark(differs(row, (one) => one.good_align))}
            />
            <Label name={judgements.good_mt} value={row.good_mt} mark={mark(differs(row, (one) => one.good_mt))} />
            {row.tags.map((tag) => (
              <span
                key={tag}
                className={styles.tag}
                data-mark={mark(others.some((of) => !of.some((one) => one.tags.includes(tag))))}
              >
                <IconTag size={13} stroke={1.75} aria-hidden="true" /> {tag}
              </span>
            ))}
            {givenLabels(row, labels).map(({ key, name, text }) => (
              <span
                key={key}
                className={styles.tag}
                data-mark={mark(differs(row, (one) => saysLabels({ [key]: one.labels?.[key] ?? '' })))}
              >
                {name} <b>{text}</b>
              </span>
            ))}
            {missingFrom(row, others).map((key) => (
              <span key={key} className={styles.tag} data-mark={mark(true)}>
                {labelOf(labels, key)?.name ?? key} <b>not set</b>
              </span>
            ))}
          </p>
          <Findings row={row} doc={doc} />
        </div>
      ))}
      {rows.length === 0 && <span className="muted">–</span>}
    </div>
  );
}

/** What its annotator left to look at. */
export function Findings({ row, doc }: { row: Said; doc: Doc }) {
  // Looked for once what looks is here, and terms once the glossary is.
  useReview((state) => state.glossary);
  useReview((state) => state.nFindings);
  return findingsIn(doc, row).map((text) => (
    <span key={text} className={styles.finding}>
      <IconAlertTriangle size={14} stroke={1.75} role="img" aria-label="finding" /> {text}
    </span>
  ));
}

/** Own labels that rows of the others have and this one lacks. */
function missingFrom(row: Said, others: CellProps['others']): readonly string[] {
  const keys = new Set(others.flatMap((of) => of.flatMap((one) => Object.keys(one.labels ?? {}))));
  return [...keys].filter((key) => !Object.hasOwn(row.labels ?? {}, key));
}

function Label({ name, value, mark }: { name: string; value: boolean | null; mark: string | undefined }) {
  if (value === null && !mark) return null;
  return (
    <span className={styles.label} data-mark={mark}>
      {name} {value === true && <IconCheck size={14} stroke={2} className={styles.yes} aria-hidden="true" />}
      {value === false && <IconX size={14} stroke={2} className={styles.no} aria-hidden="true" />}
      <b className={value === null ? undefined : value ? styles.yes : styles.no}>
        {value === null ? 'not set' : value ? 'yes' : 'no'}
      </b>
    </span>
  );
}

function Targets({ row, doc, others, tone }: { row: Said; doc: Doc } & Pick<CellProps, 'others' | 'tone'>) {
  const isElsewhere = (chip: Chip) =>
    tone !== 'none' && others.some((other) => !other.some((one) => one.target.some((b) => covers(b, chip))));
  const isDropped = row.target.length === 0;
  const linked = tone !== 'none' && others.some((other) => !other.some((one) => groupingOf(one) === groupingOf(row)));
  if (isNull(row)) {
    return (
      <p className={styles.null} data-mark={linked ? tone : undefined}>
        <code>{row.source.length === 0 ? '__null__' : '__drop__'}</code>
        {row.null_reason && <span className={styles.tag}>{row.null_reason}</span>}
        {!isDropped && (
          <span lang={doc.targetLanguage}>{row.target.map((chip) => chipText(chip, doc.targetUnits)).join(' ')}</span>
        )}
      </p>
    );
  }
  return (
    <p className={styles.chips} lang={doc.targetLanguage} dir="auto">
      {row.target.map((chip) => (
        <span
          key={place(chip)}
          className={styles.chip}
          data-removed={chip.removed || undefined}
          data-mark={isElsewhere(chip) ? tone : undefined}
        >
          {chipText(chip, doc.targetUnits)}
        </span>
      ))}
    </p>
  );
}

const place = (chip: Chip) => `${chip.unit}:${chip.start}:${chip.end}:${chip.removed}`;

function covers(a: Chip, b: Chip): boolean {
  return a.unit === b.unit && a.removed === b.removed && a.start <= b.start && b.end <= a.end;
}

const keysOf = (row: Said) => row.target.filter((chip) => chip.is_key && !chip.removed);

/** Of a page: its key sentences, or that it has none. */
function KeySentences({ row, doc, others, tone }: { row: Said; doc: Doc } & Pick<CellProps, 'others' | 'tone'>) {
  const sentences = keysOf(row);
  const theirs = others.filter((other) => other.length > 0).map((other) => other.flatMap(keysOf));
  const mark = (is: boolean) => (is && tone !== 'none' ? tone : undefined);
  if (row.source.length === 0 && sentences.length === 0) return null;
  return (
    <p className={styles.chips} lang={sentences.length > 0 ? doc.targetLanguage : undefined} dir="auto">
      {sentences.map((chip) => (
        <span
          key={place(chip)}
          className={styles.chip}
          data-mark={mark(theirs.some((keys) => !keys.some((key) => covers(key, chip))))}
        >
          <IconCircleCheck className={styles.key} size={14} stroke={1.75} role="img" aria-label="key sentence" />
          {chipText(chip, doc.targetUnits)}
        </span>
      ))}
      {sentences.length === 0 && (
        <span className={styles.chip} data-mark={mark(theirs.some((keys) => keys.length > 0))}>
          no key sentence
        </span>
      )}
    </p>
  );
}

function Sentences({ row, doc, mark }: { row: Said; doc: Doc; mark: string | undefined }) {
  if (row.source.length === 0) {
    return (
      <p className={styles.card} data-mark={mark}>
        <code>{sourceWords[doc.kind].none}</code>
      </p>
    );
  }
  return (
    <>
      {row.source.map((chip) => {
        const unit = doc.sourceUnits[chip.unit];
        const section = unit?.section == null ? undefined : doc.sections[unit.section];
        return (
          <p key={chip.unit} className={styles.card} data-mark={mark} lang={doc.sourceLanguage} dir="auto">
            <small>
              {section?.number ? `§${section.number} ` : ''}
              {unit && unitNumber(unit)}
            </small>
            {chipText(chip, doc.sourceUnits)}
          </p>
        );
      })}
    </>
  );
}

/** The source of a line of a bitext; what is said in one of a talk, with a mark wherever one of the reviews cuts. */
export function LineHead({ line }: { line: Line }) {
  const { doc } = useEditor().state;
  if (doc.kind === 'bitext') {
    const chips = new Map(
      line.rows.flat().flatMap((row) => row.source.map((chip) => [`${chip.unit}:${chip.start}`, chip])),
    );
    return (
      <div className={styles.head} lang={doc.sourceLanguage} dir="auto">
        {[...chips.values()]
          .sort((a, b) => a.unit - b.unit || a.start - b.start)
          .map((chip) => (
            <p key={`${chip.unit}:${chip.start}`}>{chipText(chip, doc.sourceUnits)}</p>
          ))}
      </div>
    );
  }
  return <Spoken line={line} doc={doc} />;
}

function Spoken({ line, doc }: { line: Line; doc: Doc }) {
  const columns = line.rows.slice(0, -1);
  const cuts = new Map<string, Set<number>>();
  const places = new Set<string>();
  columns.forEach((rows, column) => {
    for (const row of rows)
      for (const chip of row.target) {
        places.add(`${chip.unit}:${chip.start}`);
        places.add(`${chip.unit}:${chip.end}`);
      }
    for (const row of rows) {
      const first = row.target[0];
      if (!first) continue;
      const key = `${first.unit}:${first.start}`;
      cuts.set(key, (cuts.get(key) ?? new Set()).add(column));
    }
  });
  const parts = [...new Set(columns.flat().flatMap((row) => row.target.map((chip) => chip.unit)))]
    .sort((a, b) => a - b)
    .flatMap((unit) => {
      const all = [...places]
        .filter((place) => place.startsWith(`${unit}:`))
        .map((place) => Number(place.split(':')[1]));
      const stops = [...new Set(all)].sort((a, b) => a - b);
      return stops.slice(0, -1).map((start, n) => ({ unit, start, end: stops[n + 1] as number }));
    });
  return (
    <p className={styles.head} lang={doc.targetLanguage} dir="auto">
      {parts.map(({ unit, start, end }, n) => {
        const by = cuts.get(`${unit}:${start}`);
        const some = n > 0 && by && by.size < columns.length;
        return (
          <span key={`${unit}:${start}`}>
            {n > 0 && by && <Cut letters={some ? [...by].map((column) => letters[column] ?? '').join('') : ''} />}
            {chipText({ id: '', unit, start, end, removed: false, joined: false, is_key: false }, doc.targetUnits)}{' '}
          </span>
        );
      })}
    </p>
  );
}

function Cut({ letters }: { letters: string }) {
  return (
    <span className={styles.cut} title={letters ? `Only ${[...letters].join(' and ')} cut here` : 'All cut here'}>
      <span aria-hidden="true">{letters}</span>
    </span>
  );
}
