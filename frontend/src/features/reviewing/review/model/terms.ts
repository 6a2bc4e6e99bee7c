/**
 * Finding the terms of a glossary in texts. A term is a succession of words, whatever their case and whatever stands
 * between them; in scripts that do not separate words each character is a word. `vessel*` stands for every word that
 * begins so. A term in capitals is found in capitals only.
 */

import { spacelessScripts } from '@/lib/spaceless';
import { folded } from '@/ui/large/folded';
import type { Glossary, Occurrence, Term, TermFaults } from './glossary';

interface Word {
  text: string;
  start: number;
  end: number;
}

/** A character without spaces around it and its marks; a word; a sign that tells terms apart, as in C++ and R&D. */
const pattern = new RegExp(
  `([${spacelessScripts}])[\\p{M}\\uff9e\\uff9f]*|[\\p{L}\\p{N}](?:(?![${spacelessScripts}])[\\p{L}\\p{N}\\p{M}\\p{Cf}])*|[\\p{S}#&@%]`,
  'gu',
);
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(pattern)) {
    const place = { start: match.index, end: match.index + match[0].length };
    const word = folded(match[0]);
    // One sign may stand for a word, such as ㍿.
    const several = match[1] !== undefined && [...folded(match[1])].length > 1;
    for (const one of several ? word : [word]) if (one !== '') words.push({ text: one, ...place });
  }
  return words;
}

/** A word of a term; `isBeginning`: it stands for all words that begin so. */
interface Part {
  text: string;
  isBeginning: boolean;
}

function partsOf(term: string): Part[] {
  return wordsOf(term).map(({ text, end }) => ({ text, isBeginning: term[end] === '*' }));
}

/** A word in capitals, such as IT, WHO and US: it means something else than its letters in lower case. */
function inCapitals(text: string): boolean {
  return text === text.toUpperCase() && (text.match(/\p{Lu}/gu)?.length ?? 0) > 1;
}

/** Terms by their words. A node is found by the words up to it. */
interface Node {
  next: Map<string, Node>;
  /** By the beginnings of words. */
  beginnings: Map<string, Node>;
  terms: Term[];
}

const node = (): Node => ({ next: new Map(), beginnings: new Map(), terms: [] });

function treeOf(terms: readonly Term[]): Node {
  const root = node();
  for (const term of terms) {
    let at = root;
    const parts = partsOf(term.source);
    for (const { text, isBeginning } of parts) {
      const children = isBeginning ? at.beginnings : at.next;
      let child = children.get(text);
      if (!child) {
        child = node();
        children.set(text, child);
      }
      at = child;
    }
    if (parts.length > 0) at.terms.push(term);
  }
  return root;
}

interface Longest {
  /** Index of the word after the last. */
  after: number;
  terms: Term[];
}

function search(at: Node, words: readonly Word[], index: number, text: string, from: number, best: Longest): void {
  const last = words[index - 1];
  if (at.terms.length > 0 && last && index >= best.after) {
    const isLoud = inCapitals(text.slice(from, last.end));
    const terms = at.terms.filter((term) => isLoud || !inCapitals(term.source));
    if (terms.length > 0) {
      if (index > best.after) best.terms = [];
      best.after = index;
      best.terms.push(...terms);
    }
  }
  const word = words[index];
  if (!word) return;
  const child = at.next.get(word.text);
  if (child) search(child, words, index + 1, text, from, best);
  if (at.beginnings.size === 0) return;
  for (let length = 1; length <= Math.min(word.text.length, mostCharacters); length += 1) {
    const beginning = at.beginnings.get(word.text.slice(0, length));
    if (beginning) search(beginning, words, index + 1, text, from, best);
  }
}

/** As many as a term may have. */
const mostCharacters = 200;

/** Where a rendering stands, as indices of words: first, and after the last. */
function places(parts: readonly Part[], words: readonly Word[]): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  if (parts.length === 0) return ranges;
  for (let at = 0; at + parts.length <= words.length; at += 1) {
    const fits = parts.every(({ text, isBeginning }, n) => {
      const word = words[at + n]?.text ?? '';
      return isBeginning ? word.startsWith(text) : word === text;
    });
    if (fits) ranges.push([at, at + parts.length]);
  }
  return ranges;
}

export function glossaryOf(terms: readonly Term[]): Glossary {
  const root = treeOf(terms);
  const parts = new Map<string, Part[]>();
  const partsOfRendering = (rendering: string) => {
    let known = parts.get(rendering);
    if (!known) {
      known = partsOf(rendering);
      parts.set(rendering, known);
    }
    return known;
  };
  // Of the row that somebody types in, the source stays.
  let last: { source: string; found: readonly Occurrence[] } = { source: '', found: [] };

  const find = (source: string): readonly Occurrence[] => {
    if (source === last.source) return last.found;
    const words = wordsOf(source);
    const occurrences: Occurrence[] = [];
    for (let at = 0; at < words.length; ) {
      const { start } = words[at] as Word;
      const best: Longest = { after: at, terms: [] };
      search(root, words, at, source, start, best);
      if (best.terms.length > 0)
        occurrences.push({ start, end: (words[best.after - 1] as Word).end, terms: best.terms });
      at = Math.max(best.after, at + 1);
    }
    last = { source, found: occurrences };
    return occurrences;
  };

  const faults = (source: string, text: string): TermFaults => {
    const occurrences = find(source);
    if (occurrences.length === 0) return { missing: [], forbidden: [] };
    const words = wordsOf(text);
    const missing = new Map<number, readonly Term[]>();
    const forbidden = new Map<string, { term: Term; used: string }>();
    for (const { terms: here } of occurrences) {
      const allowed = here.flatMap(({ targets }) =>
        targets.flatMap((target) => places(partsOfRendering(target), words)),
      );
      if (allowed.length === 0 && here.some(({ targets }) => targets.length > 0)) missing.set(here[0]?.id ?? 0, here);
      for (const term of here) {
        for (const rendering of term.forbidden) {
          // A part of what is allowed is no mistake.
          const used = places(partsOfRendering(rendering), words).find(
            ([from, to]) => !allowed.some(([first, after]) => first < to && from < after && after - first > to - from),
          );
          if (!used) continue;
          const written = text.slice(words[used[0]]?.start, words[used[1] - 1]?.end);
          forbidden.set(`${term.id} ${rendering}`, { term, used: written });
        }
      }
    }
    return { missing: [...missing.values()], forbidden: [...forbidden.values()] };
  };

  return { find, faults };
}
