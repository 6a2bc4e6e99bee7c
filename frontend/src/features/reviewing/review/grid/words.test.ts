import { describe, expect, it } from 'vitest';
import { rowOf } from '../model/document';
import { sampleDoc, unit, uuid } from '../testing/sample';
import { placesOf, placeWords, sectionsOf } from './places';
import { rowName } from './RowView';
import { sureness } from './words';

describe('a row in words', () => {
  const doc = sampleDoc(
    ['One.', 'Two.'],
    ['Eins.', 'Zwei.'],
    [
      {
        source: [0, 1],
        target: [0],
        flagged: true,
        good_align: true,
        good_mt: false,
        post_edit: 'Zwei',
        n_comments: 2,
      },
      { source: [], target: [1], status: 'implicit', n_comments: 1 },
    ],
  );
  const name = (n: number) => rowName({ doc, row: rowOf(doc, uuid(n)), number: n, total: 2 });

  it('says everything that its marks show, and nothing of what is not there', () => {
    expect(name(1)).toMatch(
      /^1 of 2, proposed, flagged, confidence 90 percent, 2 to 1, good alignment yes, good translation no, post-edited, .*2 comments$/,
    );
    expect(name(2)).toBe('2 of 2, accepted implicitly, confidence 90 percent, 0 to 1, 1 comment');
  });

  it('says how sure the link is', () => {
    expect(sureness({ edited: true, confidence: 0.5 })).toBe('edited by hand');
    expect(sureness({ edited: false, confidence: null })).toBe('confidence unknown');
    expect(sureness({ edited: false, confidence: 0.5 })).toBe('confidence 50 percent');
  });
});

describe('a sentence of the paper', () => {
  const doc = {
    ...sampleDoc([], [], []),
    sourceUnits: [0, 1, 2, 3].map((n) => ({ ...unit(n, `Sentence ${n}.`), section: [0, 1, 1, null][n] ?? null })),
    sections: [
      { position: 0, heading: 'Abstract', number: '', kind: 'abstract' as const },
      { position: 1, heading: 'Tides', number: '3.1', kind: 'body' as const },
    ],
  } as unknown as Parameters<typeof placesOf>[0];

  it('stands in its section, in the order of the paper', () => {
    const sections = sectionsOf(doc).map(({ section, units }) => [section?.heading, units.length]);
    expect(sections).toEqual([
      ['Abstract', 1],
      ['Tides', 2],
      [undefined, 1],
    ]);
  });

  it('is named by its section and its number', () => {
    expect(placesOf(doc).map(placeWords)).toEqual(['§A · 1', '§3.1 · 2', '§3.1 · 3', '4']);
    expect(placeWords(undefined)).toBe('–');
  });
});
