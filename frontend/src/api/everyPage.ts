/** The largest page the server gives. */
export const largestPage = 200;

interface OnePage<Item> {
  count: number;
  results: Item[];
}

/** For `useInfiniteQuery`: each page begins after the last row of the one before. */
export const pageAfterPage = {
  initialPageParam: 0,
  getNextPageParam: ({ next_after }: { next_after: number | null }) => next_after ?? undefined,
};

/** All items of a list, page after page, for what has to be chosen from: a list cut at one page looks whole. */
export async function everyPage<Item>(
  fetchPage: (page: { page: number; page_size: number }) => Promise<OnePage<Item>>,
): Promise<OnePage<Item>> {
  const first = await fetchPage({ page: 1, page_size: largestPage });
  const results = [...first.results];
  for (let page = 2; results.length < first.count; page++) {
    const next = await fetchPage({ page, page_size: largestPage });
    // Something was removed meanwhile: what is left has been seen.
    if (next.results.length === 0) break;
    results.push(...next.results);
  }
  return { count: first.count, results };
}
