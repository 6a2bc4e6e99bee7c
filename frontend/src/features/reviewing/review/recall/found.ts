/** How far the concordance has come: how much it has found, and whether it goes on by itself. */

import { plural } from '@/lib/format';

const mostBarren = 4;

/** A page may come back empty though there is more to look through; after some of those the person says whether to go on. */
export function isBarren(pages: readonly { rows: readonly unknown[] }[]): boolean {
  const lately = pages.slice(-mostBarren);
  return lately.length === mostBarren && lately.every((page) => page.rows.length === 0);
}

interface Found {
  n: number;
  hasMore: boolean;
  /** Texts of the project that are not in the index yet. */
  nPending: number;
  text: string;
}

export function countWords({ n, hasMore, nPending, text }: Found): string {
  const found =
    n > 0
      ? `${plural(n, 'accepted row')}${hasMore ? ' so far' : ''}`
      : hasMore
        ? 'Nothing found so far; there is more to look through.'
        : `No accepted row that you may read holds “${text}”.`;
  const pending = `${plural(nPending, 'text')} of the project ${nPending === 1 ? 'is' : 'are'} still being indexed.`;
  return nPending > 0 ? `${found} ${pending}` : found;
}
