/** Where texts hold what is searched for. Offsets are UTF-16 units, as the page's text nodes count. */

import type { Doc } from './document';

export type Hit = readonly [start: number, end: number];

/** The hits in a text, in order; none where it does not have all that is searched for. */
export type Finder = (text: string) => readonly Hit[];

const special = /[.*+?^${}()|[\]\\/]/g;
const escaped = (text: string) => text.replaceAll(special, '\\$&');

/**
 * What somebody types to find a sentence: words match by their beginning, all of them have to be there; in quotes, or in a
 * language that writes no spaces, the text as it stands. Case is ignored. Null where there is nothing to search for.
 */
export function finderOf(query: string, isSpaceless: boolean): Finder | null {
  const quoted = /^["“](.*?)["”]?$/su.exec(query.trim())?.[1];
  const parts = (quoted === undefined ? query.trim().split(/\s+/u) : [quoted]).filter((part) => part !== '');
  if (parts.length === 0) return null;
  const begins = quoted === undefined && !isSpaceless ? '(?<![\\p{L}\\p{N}])' : '';
  const patterns = parts.map((part) => new RegExp(`${begins}${escaped(part)}`, 'giu'));
  return (text) => {
    const hits = patterns.map((pattern) => Array.from(text.matchAll(pattern), hitOf));
    return hits.every((each) => each.length > 0) ? hits.flat().sort((a, b) => a[0] - b[0]) : [];
  };
}

/** What the search of the rows finds: the text as it stands, whatever the case. */
export function plainFinder(query: string): Finder | null {
  const wanted = query.trim();
  if (wanted === '') return null;
  const pattern = new RegExp(escaped(wanted), 'giu');
  return (text) => Array.from(text.matchAll(pattern), hitOf);
}

function hitOf(match: RegExpExecArray): Hit {
  return [match.index, match.index + match[0].length];
}

/** The positions of the sentences of a paper that have it, spoken or not. */
export function sentencesWith({ sourceUnits, spaceless }: Doc, query: string): readonly number[] {
  const find = finderOf(query, spaceless.source);
  return find ? sourceUnits.filter(({ text }) => find(text).length > 0).map(({ position }) => position) : [];
}
