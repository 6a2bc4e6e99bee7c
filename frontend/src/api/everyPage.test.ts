import { describe, expect, it } from 'vitest';
import { everyPage, largestPage } from './everyPage';

const list = (n: number, told = n) => {
  const asked: number[] = [];
  const all = Array.from({ length: n }, (_, number) => number);
  const fetchPage = ({ page, page_size }: { page: number; page_size: number }) => {
    asked.push(page);
    return Promise.resolve({ count: told, results: all.slice((page - 1) * page_size, page * page_size) });
  };
  return { asked, fetchPage };
};

describe('every page of a list', () => {
  it.each([
    [0, [1]],
    [largestPage, [1]],
    [largestPage + 1, [1, 2]],
    [3 * largestPage, [1, 2, 3]],
  ])('gives all %i items', async (n, pages) => {
    const { asked, fetchPage } = list(n);
    const { results } = await everyPage(fetchPage);
    expect([results.length, results.at(-1), asked]).toEqual([n, n ? n - 1 : undefined, pages]);
  });

  it('ends where items were removed while it was read', async () => {
    const { asked, fetchPage } = list(largestPage, largestPage + 5);
    expect((await everyPage(fetchPage)).results).toHaveLength(largestPage);
    expect(asked).toEqual([1, 2]);
  });
});
