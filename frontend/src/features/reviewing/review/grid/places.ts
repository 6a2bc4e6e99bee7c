/** Where a sentence of the paper stands: its number as people count, its section. A page of slides has its own number. */

import { type Doc, unitNumber } from '../model/document';
import type { Section, Unit } from '../model/types';

export interface SentencePlace {
  number: number;
  section: string;
}

export interface PaperSection {
  section: Section | null;
  units: readonly Unit[];
}

export function sectionsOf(doc: Doc): PaperSection[] {
  const known = new Map(doc.sections.map((section) => [section.position, section]));
  const out: { section: Section | null; units: Unit[] }[] = [];
  for (const unit of doc.sourceUnits) {
    const section = unit.section === null ? null : (known.get(unit.section) ?? null);
    const last = out.at(-1);
    if (last && last.section === section) last.units.push(unit);
    else out.push({ section, units: [unit] });
  }
  return out;
}

export function placesOf(doc: Doc): SentencePlace[] {
  const places: SentencePlace[] = [];
  sectionsOf(doc).forEach(({ section, units }, i) => {
    const label = section ? section.number || (section.kind === 'abstract' ? 'A' : String(i + 1)) : '';
    for (const unit of units) places[unit.position] = { number: unitNumber(unit), section: label };
  });
  return places;
}

/** "§3 · 41"; a dash for no sentence. */
export function placeWords(place: SentencePlace | null | undefined): string {
  if (!place) return '–';
  return place.section ? `§${place.section} · ${place.number}` : String(place.number);
}
