/** What the page knows of the project's glossary; how terms are found is in `terms.ts`, which loads where there are any. */

import type { components } from '@/api/schema';
import type { Answer } from '@/api/types';

export type Term = Answer<components['schemas']['PairTerm']>;

/** Terms that stand at one place of a text, from `start` to before `end`, as JavaScript counts. */
export interface Occurrence {
  start: number;
  end: number;
  /** More than one where entries differ in a wildcard only. */
  terms: readonly Term[];
}

/** Of a post-edit: terms of its source that it does not render, and forbidden renderings that it has. */
export interface TermFaults {
  missing: readonly (readonly Term[])[];
  forbidden: readonly { term: Term; used: string }[];
}

export interface Glossary {
  /** Where terms stand in a source text: in order, without overlaps, the longest at each place. */
  find(source: string): readonly Occurrence[];
  faults(source: string, text: string): TermFaults;
}

/** Empty until the glossary is here, if there is one. All versions of a document share it. */
export interface GlossaryPlace {
  glossary: Glossary | null;
}

/** A rendering as it is written into a text: without the sign for any ending. */
export function written(rendering: string): string {
  return rendering.replaceAll('*', '');
}

/** The renderings of terms, in words: "満潮 or 高潮". */
export function renderingsOf(terms: readonly Term[]): string {
  const all = [...new Set(terms.flatMap((term) => term.targets))].map(written);
  const last = all.at(-1) ?? '';
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} or ${last}` : last;
}
