import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { Document, DocumentUnits, Section, DocumentUnit as Unit } from '@/api/types';
import { clock } from '@/lib/format';
import classes from './Documents.module.css';

/** When each slide was shown, in seconds: page -> [start, end or null]; a slide shown twice has its first time. */
type SlideTimes = ReadonlyMap<number, readonly [number, number | null]>;

/** The timeline that came with a deck: `[page, start, end]` each, kept with the document as it was read. */
export function slideTimes({ metadata }: Document): SlideTimes {
  const times = new Map<number, readonly [number, number | null]>();
  const timeline: unknown = metadata.timeline;
  for (const entry of Array.isArray(timeline) ? timeline : []) {
    if (!Array.isArray(entry)) continue;
    const [page, start, end] = entry as unknown[];
    if (typeof page !== 'number' || typeof start !== 'number' || times.has(page)) continue;
    times.set(page, [start, typeof end === 'number' ? end : null]);
  }
  return times;
}

type Line = { section: Section } | { unit: Unit };

/** Sections and units in reading order; a section comes before its first unit. */
function linesOf({ sections, units }: DocumentUnits): Line[] {
  const bySection = new Map(sections.map((section) => [section.position, section]));
  const lines: Line[] = [];
  let current: number | null = null;
  for (const unit of units) {
    if (unit.section !== current) {
      current = unit.section;
      const section = current === null ? undefined : bySection.get(current);
      if (section) lines.push({ section });
    }
    lines.push({ unit });
  }
  return lines;
}

interface StructuredTextProps {
  text: DocumentUnits;
  language: string;
  times: SlideTimes;
}

/** The text with its headings. Only the lines in view are in the page, so a book opens as fast as an abstract. */
export function StructuredText({ text, language, times }: StructuredTextProps) {
  const lines = linesOf(text);
  const list = useRef<HTMLOListElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => 44,
    overscan: 20,
    scrollMargin: list.current?.offsetTop ?? 0,
    initialRect: { width: 1024, height: 768 },
  });
  if (lines.length === 0) return <p className="soft">This document has no text.</p>;
  return (
    <ol ref={list} className={classes.text} lang={language || undefined} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => {
        const line = lines[item.index];
        if (!line) return null;
        return (
          <li
            key={item.key}
            data-index={item.index}
            ref={virtualizer.measureElement}
            style={{ transform: `translateY(${item.start - virtualizer.options.scrollMargin}px)` }}
          >
            {'section' in line ? <Heading section={line.section} /> : <Sentence unit={line.unit} times={times} />}
          </li>
        );
      })}
    </ol>
  );
}

function Heading({ section }: { section: Section }) {
  return (
    <h3 dir="auto">
      {section.number && <span>{section.number} </span>}
      {section.heading || section.kind}
    </h3>
  );
}

function Sentence({ unit, times }: { unit: Unit; times: SlideTimes }) {
  const shown = times.get(unit.page ?? 0);
  const [start, end] = shown ?? [unit.start_seconds, null];
  return (
    <div className={classes.unit}>
      <span className={`${classes.place} num`}>
        {start === null ? (unit.page ?? unit.position + 1) : clock(start)}
        {shown && (
          <small>
            slide {unit.page}
            {end !== null && `, to ${clock(end)}`}
          </small>
        )}
      </span>
      <span dir="auto" className={classes.lines}>
        {unit.speaker && <b className={classes.speaker}>{unit.speaker} </b>}
        {unit.text}
      </span>
    </div>
  );
}
