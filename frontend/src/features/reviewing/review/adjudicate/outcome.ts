/** What became of a region, or would, in words: whose it is, and who agrees. */

import { type Doc, rowOf } from '../model/document';
import { allDiffer, type Choice, compose, letters, majority, type Part, partsOf, type Region, sameAs } from './model';

/** What became of a region, or would: from whom it was taken. */
export function fromWhom(doc: Doc, ids: readonly string[], region: Region, chosen: Choice | null): string {
  const same = sameAs(chosen ? compose(region, chosen) : ids.map((id) => rowOf(doc, id)), region, doc.kind);
  return same.map((number) => letters[number]).join(', ');
}

/** "links as A and C, labels as B", of parts from several reviews. */
export function partByPart(choice: Choice, region: Region): string {
  const words: Record<Part, string> = { links: 'links', labels: 'labels', text: 'text' };
  return partsOf(region)
    .map((part) => `${words[part]} as ${letters[choice[part]]}`)
    .join(', ');
}

/** "took B, C"; where more reviews said so than not, how many. */
export function tookWords(from: string, region: Region): string {
  if (!from) return 'edited';
  const n = from.split(', ').length;
  const of = region.rows.length;
  return of > 2 && n > 1 ? `took ${from} (${n} of ${of})` : `took ${from}`;
}

/** "A and C agree", of three reviews or more. */
export function whoAgrees(region: Region): string {
  if (region.rows.length < 3) return '';
  const most = majority(region);
  if (most === null && !allDiffer(region)) return 'no majority';
  if (most === null) return region.rows.length === 3 ? 'all three differ' : 'all differ';
  const camp = region.camps.find((one) => one.includes(most)) ?? [];
  return `${joined(camp.map((number) => letters[number] ?? ''))} agree`;
}

export function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
