/**
 * The paper in its sections: what was said most is darkest, what was never said is folded, the chosen sentence is lit.
 */

import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { countCodePoints } from '@/lib/codePoints';
import { capital, plural } from '@/lib/format';
import { sourceWords } from '@/ui/kinds';
import { choose } from '../editor/sentenceChoice';
import { classes, useEditor, useKeyText, useReview, useReviewParts } from '../frame/context';
import { Corrected } from '../grid/Corrected';
import { type PaperSection, sectionsOf } from '../grid/places';
import type { ActionId } from '../keys/table';
import { choicesFor } from '../model/candidates';
import { rowOf, unitNumber } from '../model/document';
import { heatOf, spokenOn } from '../model/summary';
import type { Unit } from '../model/types';
import styles from './Paper.module.css';
import { PaperSearch, useHits } from './PaperSearch';

export function Paper() {
  const editor = useEditor();
  const { doc, active, cursor, unfolded } = useReviewParts((state) => ({
    doc: state.doc,
    active: state.active,
    cursor: state.paperCursor,
    unfolded: state.unfolded,
  }));
  const language = useReview((state) => state.doc.sourceLanguage);
  const settled = useDeferredValue(doc);
  const spoken = useMemo(() => spokenOn(settled), [settled]);
  const most = Math.max(0, ...spoken.words);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the paper itself never changes
  const sections = useMemo(() => sectionsOf(doc), [doc.sourceUnits, doc.sections]);
  const n_sections = sections.filter((part) => part.section).length;
  const { whole, unit } = sourceWords[doc.kind];
  const row = active ? rowOf(doc, active) : null;
  const lit = row?.source[0]?.unit ?? null;
  const keys = useMemo(() => {
    const counts = new Map<number, number>();
    for (const choice of active ? choicesFor(doc, active).choices : [])
      if (choice.sentence !== null) counts.set(choice.sentence, choice.number);
    return counts;
  }, [doc, active]);
  const pages = useRef<HTMLDivElement>(null);
  const query = useReview((state) => state.paperQuery);
  const { hits, near } = useHits();
  const [hitsOnly, setHitsOnly] = useState(false);
  const search = useMemo(
    () => (query?.trim() ? { hits: new Set(hits), near, hitsOnly } : null),
    [query, hits, near, hitsOnly],
  );
  useHitInView(pages, query === null ? null : cursor);

  // The lit sentence stands level with its span.
  useEffect(() => {
    const page = pages.current;
    const sentence = lit === null ? null : page?.querySelector<HTMLElement>(`[data-sentence="${lit}"]`);
    const span = document.querySelector<HTMLElement>(`[data-scroller=spans] [data-row="${active}"]`);
    if (!page || !sentence || !span) return;
    const level = Math.max(page.getBoundingClientRect().top + 8, span.getBoundingClientRect().top);
    page.scrollTop += sentence.getBoundingClientRect().top - level;
  }, [lit, active]);

  return (
    <section className={classes(styles.paper, query !== null && styles.searched)} aria-label={capital(whole)}>
      <div className={styles.paperHead}>
        <b>{capital(whole)}</b> {plural(doc.sourceUnits.length, unit)}
        {n_sections > 0 && `, ${plural(n_sections, 'section')}`}
        <span className={styles.legend} title={`Words spoken about each ${unit}, without stop words and fillers`}>
          content words spoken{' '}
          {[1, 2, 3, 4, 5].map((heat) => (
            <i key={heat} style={{ background: `var(--heat-${heat})` }} />
          ))}
        </span>
      </div>
      {query !== null && (
        <PaperSearch query={query} hits={hits} cursor={cursor} hitsOnly={hitsOnly} onHitsOnly={setHitsOnly} />
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled for the whole page, by the key table */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the sentences in it are the buttons */}
      <div
        ref={pages}
        className={styles.pages}
        lang={language || undefined}
        data-scope="paper"
        onClick={(event) => {
          const sentence = (event.target as HTMLElement).closest<HTMLElement>('[data-sentence]')?.dataset.sentence;
          if (sentence !== undefined) choose(editor, Number(sentence));
        }}
      >
        {sections.map((part) => (
          <SectionView
            key={part.units[0]?.position}
            part={part}
            words={spoken.words}
            seconds={spoken.seconds}
            most={most}
            lit={lit}
            cursor={cursor}
            keys={keys}
            unfolded={unfolded}
            search={search}
          />
        ))}
      </div>
      <PaperStrip words={spoken.words} most={most} lit={lit} sections={sections} unit={unit} />
    </section>
  );
}

interface SectionProps {
  part: PaperSection;
  words: readonly number[];
  seconds: readonly number[];
  most: number;
  lit: number | null;
  cursor: number | null;
  keys: ReadonlyMap<number, number>;
  unfolded: boolean;
  search: Search | null;
}

/** What the paper is searched for: the sentences found, and those with their neighbours. */
interface Search {
  hits: ReadonlySet<number>;
  near: ReadonlySet<number>;
  hitsOnly: boolean;
}

/** A hit that the search goes to is seen. */
function useHitInView(pages: RefObject<HTMLElement | null>, cursor: number | null): void {
  useEffect(() => {
    if (cursor === null) return;
    pages.current?.querySelector(`[data-sentence="${cursor}"]`)?.scrollIntoView?.({ block: 'center' });
  }, [pages, cursor]);
}

function SectionView({ part, words, seconds, most, lit, cursor, keys, unfolded, search }: SectionProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const { keyed } = useKeyText();
  const { unit } = sourceWords[useReview((state) => state.doc.kind)];
  const total = (of: readonly number[]) => part.units.reduce((n, unit) => n + (of[unit.position] ?? 0), 0);
  const [nWords, lasted] = [Math.round(total(words)), Math.round(total(seconds))];
  const shown = ({ position }: Unit) => {
    if (search?.hits.has(position) || position === cursor) return true;
    if (search?.hitsOnly) return false;
    return (
      (words[position] ?? 0) > 0 || keys.has(position) || position === lit || (search?.near.has(position) ?? false)
    );
  };
  const nHits = search ? part.units.filter(({ position }) => search.hits.has(position)).length : 0;
  const runs = runsOf(part.units, shown, unfolded);
  return (
    <section>
      {part.section && (
        <h2>
          {part.section.number && <span>{part.section.number}</span>}
          {part.section.heading}
          {search && nHits > 0 && <small>{plural(nHits, 'hit')}</small>}
          {!search && nWords > 0 && (
            <small>
              {lasted > 0 && `${lasted} s · `}
              {plural(nWords, 'word')}
            </small>
          )}
        </h2>
      )}
      {runs.map((run) => {
        const start = run.units[0] as Unit;
        const end = run.units.at(-1) as Unit;
        const isOpen = open.has(start.position);
        const flip = () =>
          setOpen(new Set(isOpen ? [...open].filter((at) => at !== start.position) : [...open, start.position]));
        return (
          <div key={start.position}>
            {run.folds && (
              <button
                type="button"
                className={styles.fold}
                aria-expanded={isOpen}
                onClick={flip}
                title={keyed('Unfold all', 'unfold')}
              >
                {isOpen ? (
                  <IconChevronDown size={12} aria-hidden="true" />
                ) : (
                  <IconChevronRight size={12} aria-hidden="true" />
                )}
                {unitNumber(start)}–{unitNumber(end)}
                {!search && ` · ${run.units.length} ${unit}s not spoken`}
              </button>
            )}
            {(!run.folds || isOpen) &&
              run.units.map((unit) => (
                <Sentence
                  key={unit.position}
                  unit={unit}
                  words={Math.round(words[unit.position] ?? 0)}
                  most={most}
                  lit={lit === unit.position}
                  reachable={cursor === unit.position || (cursor === null && lit === unit.position)}
                  choice={keys.get(unit.position) ?? null}
                  hit={search?.hits.has(unit.position) ? (cursor === unit.position ? 'current' : 'found') : null}
                />
              ))}
          </div>
        );
      })}
    </section>
  );
}

interface SentenceProps {
  unit: Unit;
  words: number;
  most: number;
  lit: boolean;
  reachable: boolean;
  choice: number | null;
  /** Whether the search finds it, and is at it. */
  hit: 'found' | 'current' | null;
}

const Sentence = memo(function Sentence({ unit, words, most, lit, reachable, choice, hit }: SentenceProps) {
  const heat = heatOf(words, most);
  return (
    <button
      type="button"
      className={classes(styles.line, lit && styles.lit)}
      aria-current={lit || undefined}
      tabIndex={reachable ? 0 : -1}
      data-sentence={unit.position}
      data-hit={hit ?? undefined}
    >
      <span className={styles.n}>{unitNumber(unit)}</span>
      <span
        className={styles.heat}
        style={
          heat === 0
            ? { width: 2 }
            : { width: 5 + Math.round((11 * words) / Math.max(1, most)), background: `var(--heat-${heat})` }
        }
        title={plural(words, 'word')}
      />
      <span className={styles.words} data-words>
        <Corrected side="source" unit={unit.position} text={unit.text} start={0} end={countCodePoints(unit.text)} />
        {hit && words === 0 && <small aria-hidden="true"> · not spoken</small>}
      </span>
      {choice !== null && <CandidateKey number={choice} />}
    </button>
  );
});

function CandidateKey({ number }: { number: number }) {
  const { key } = useKeyText();
  return (
    <span className={styles.key} title={`candidate ${number}`}>
      {key(`candidate_${number}` as ActionId)}
    </span>
  );
}

interface Props {
  words: readonly number[];
  most: number;
  lit: number | null;
  sections: readonly PaperSection[];
  unit: string;
}

/** The whole paper at a glance: how much was said on each sentence; the lit one is marked. */
function PaperStrip({ words, most, lit, sections, unit }: Props) {
  const n = Math.max(1, words.length);
  return (
    <div className={styles.strip}>
      <svg
        viewBox={`0 0 20 ${n}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Importance of all ${plural(words.length, unit)}`}
      >
        {words.map((spoken, i) => {
          const heat = heatOf(spoken, most);
          const width = heat === 0 ? 2 : 2.8 * heat;
          return (
            <rect
              key={i}
              x={17 - width}
              y={i}
              width={width}
              height={0.85}
              fill={heat === 0 ? 'var(--rule-2)' : `var(--heat-${heat})`}
            />
          );
        })}
        {sections.map(({ units }) => {
          const y = units[0]?.position ?? 0;
          return (
            y > 0 && <line key={y} x1="0" x2="3" y1={y} y2={y} stroke="var(--edge)" vectorEffect="non-scaling-stroke" />
          );
        })}
        {lit !== null && (
          <rect
            x="0.75"
            y={lit - 0.5}
            width="18.5"
            height="2"
            fill="none"
            stroke="var(--accent)"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
    </div>
  );
}

/** Shorter runs of unspoken sentences are shown: folding them would save nothing. */
const foldFrom = 3;

export interface Run {
  folds: boolean;
  units: readonly Unit[];
}

/** `unfolded`: nothing folds. */
export function runsOf(units: readonly Unit[], isShown: (unit: Unit) => boolean, unfolded: boolean): readonly Run[] {
  const runs: { isShown: boolean; units: Unit[] }[] = [];
  for (const unit of units) {
    const last = runs.at(-1);
    if (last && last.isShown === isShown(unit)) last.units.push(unit);
    else runs.push({ isShown: isShown(unit), units: [unit] });
  }
  return runs.map(({ isShown, units }) => ({ folds: !isShown && units.length >= foldFrom && !unfolded, units }));
}
