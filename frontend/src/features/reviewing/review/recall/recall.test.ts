import { describe, expect, it } from 'vitest';
import { offersOf } from './EarlierTranslations';
import { countWords, isBarren } from './RecalledRows';

describe('the concordance', () => {
  const [empty, full] = [{ rows: [] }, { rows: [1] }];

  it('goes on by itself until four pages in a row were empty', () => {
    expect(isBarren([])).toBe(false);
    expect(isBarren([full, empty, empty, empty])).toBe(false);
    expect(isBarren([full, empty, empty, empty, empty])).toBe(true);
    expect(isBarren([empty, empty, empty, full])).toBe(false);
  });

  it('says how many there are, that there may be more, and what is not indexed', () => {
    const said = (n: number, hasMore = false, nPending = 0) => countWords({ n, hasMore, nPending, text: 'tide' });
    expect(said(1)).toBe('1 accepted row');
    expect(said(20, true)).toBe('20 accepted rows so far');
    expect(said(0, true)).toBe('Nothing found so far; there is more to look through.');
    expect(said(0)).toBe('No accepted row that you may read holds “tide”.');
    expect(said(2, false, 1)).toBe('2 accepted rows 1 text of the project is still being indexed.');
    expect(said(2, false, 3)).toMatch(/3 texts of the project are still/);
  });
});

describe('what a post-edit can start from', () => {
  const earlier = [
    { row: 'a', translation: '潮。', title: 'Tides' },
    { row: 'b', translation: '満潮。', title: 'Marks' },
  ];

  it('is each earlier translation, the first by its key, and the offline one', () => {
    expect(offersOf(earlier, '手で。', '')).toEqual([
      { id: 'a', name: 'Earlier, in Tides', text: '潮。', action: 'use_memory_here' },
      { id: 'b', name: 'Earlier, in Marks', text: '満潮。', action: null },
      { id: 'offline', name: 'Offline', text: '手で。', action: 'use_offline' },
    ]);
  });

  it('is not what the field shows already', () => {
    expect(offersOf(earlier, '手で。', '潮。').map(({ id }) => id)).toEqual(['b', 'offline']);
    expect(offersOf([], '', '')).toEqual([]);
  });
});
