import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { DocumentUnits, Section, Unit } from '@/api/types';
import { clock } from '@/lib/format';
import classes from './Documents.module.css';

type Line = { section: Section } | { unit: Unit };

/** Sections and units in reading order; a section stands before its first unit. */
export function linesOf({ sections, units }: DocumentUnits): Line[] {
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

/** Only the lines in view are in the page, so that a book opens as fast as an abstract. */
export function StructuredText({ text, language }: { text: DocumentUnits; language: string }) {
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
            {'section' in line ? <Heading section={line.section} /> : <Sentence unit={line.unit} />}
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

function Sentence({ unit }: { unit: Unit }) {
  return (
    <div className={classes.unit}>
      <span className={`${classes.place} num`}>
        {unit.start_seconds === null ? unit.position + 1 : clock(unit.start_seconds)}
      </span>
      <span dir="auto">
        {unit.speaker && <b className={classes.speaker}>{unit.speaker} </b>}
        {unit.text}
      </span>
    </div>
  );
}
