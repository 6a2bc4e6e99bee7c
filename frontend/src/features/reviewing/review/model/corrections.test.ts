import { describe, expect, it } from 'vitest';
import { countCodePoints, sliceCodePoints } from '@/lib/codePoints';
import { corpus } from '@/test/contract';
import { changeOf, correctedParts, correctedText, correctionsOf } from './corrections';
import type { Correction } from './types';

function correction(start: number, end: number, text: string, change: Partial<Correction> = {}): Correction {
  const by = { id: 1, name: 'Ines Koba' };
  const taken = { withdrawn_by: null, withdrawn_at: null, may_withdraw: true };
  return {
    id: start + 1,
    side: 'source',
    unit: 0,
    start,
    end,
    text,
    by,
    at: '2026-05-12T12:00:00Z',
    ...taken,
    ...change,
  };
}

const said = (parts: ReturnType<typeof correctedParts>) => parts.map(({ kind, text }) => `${kind}:${text}`);

interface Case {
  text: string;
  start: number;
  end: number;
  corrections: [number, number, string][];
  reads: string;
}

describe('a text with corrections', () => {
  it.each(corpus<Case>('corrections').flatMap(([, all]) => all))(
    'reads as on the server: $reads',
    ({ text, start, end, corrections, reads }) => {
      const all = corrections.map((one) => correction(...one));
      const parts = correctedParts(text, { start, end }, all);
      expect(parts.map((part) => (part.kind === 'del' ? '' : part.text)).join('')).toBe(reads);
    },
  );

  it('shows what was imported and what it should be', () => {
    const parts = correctedParts('The tied came.', { start: 0, end: 14 }, [correction(4, 8, 'tide')]);
    expect(said(parts)).toEqual(['same:The ', 'del:tied', 'ins:tide', 'same: came.']);
  });

  it('of which a chip holds a part has the new words where the corrected stretch ends', () => {
    const all = [correction(4, 8, 'tide')];
    expect(said(correctedParts('The tied came.', { start: 0, end: 6 }, all))).toEqual(['same:The ', 'del:ti']);
    expect(said(correctedParts('The tied came.', { start: 6, end: 14 }, all))).toEqual([
      'del:ed',
      'ins:tide',
      'same: came.',
    ]);
  });

  it('counts code points', () => {
    expect(correctedText('👩‍🔬は満湖。', [correction(4, 6, '満潮')])).toBe('👩‍🔬は満潮。');
  });

  it('is counted as the server counts', () => {
    const found = correctionsOf([
      correction(0, 1, 'x'),
      correction(2, 3, 'y', { withdrawn_at: '2026-05-12T13:00:00Z' }),
    ]);
    expect([found.n, found.standing.source.get(0)?.length, found.standing.target.size]).toEqual([3, 1, 0]);
  });
});

describe('what was typed', () => {
  const text = 'The tied came in at noon.';

  /** The text with the change in place of what it replaces. */
  function after(imported: string, standing: readonly Correction[], typed: string, language = 'en'): string {
    const change = changeOf(imported, standing, typed, language);
    if (!change) return correctedText(imported, standing);
    const left = standing.filter((one) => !change.replaces.includes(one));
    for (const one of left) expect(one.end <= change.start || one.start >= change.end).toBe(true);
    expect(change.start).toBeLessThan(change.end);
    expect(change.end).toBeLessThanOrEqual(countCodePoints(imported));
    const same = sliceCodePoints(imported, change.start, change.end) === change.text;
    const all = same ? left : [...left, correction(change.start, change.end, change.text)];
    return correctedText(
      imported,
      [...all].sort((a, b) => a.start - b.start),
    );
  }

  it('is one stretch of whole words', () => {
    expect(changeOf(text, [], 'The tide came in at noon.', 'en')).toEqual({
      start: 4,
      end: 8,
      text: 'tide',
      replaces: [],
    });
    expect(changeOf('正午に朝が満ちた。', [], '正午に潮が満ちた。', 'ja')).toEqual({
      start: 3,
      end: 4,
      text: '潮',
      replaces: [],
    });
    expect(changeOf(text, [], text, 'en')).toBeNull();
  });

  it('takes the place of corrections that it touches, and of no other', () => {
    const [first, second] = [correction(4, 8, 'tide'), correction(20, 24, 'dawn')];
    expect(changeOf(text, [first, second], 'The tides came in at dawn.', 'en')).toEqual({
      start: 4,
      end: 8,
      text: 'tides',
      replaces: [first],
    });
    expect(changeOf(text, [first, second], 'The tide came in at dusk.', 'en')).toEqual({
      start: 20,
      end: 24,
      text: 'dusk',
      replaces: [second],
    });
    expect(changeOf(text, [first, second], 'The tied came in at dawn.', 'en')).toMatchObject({
      text: 'tied',
      replaces: [first],
    });
  });

  it('reads as typed, whatever stands', () => {
    const standing = [correction(0, 4, ''), correction(4, 8, 'big tide'), correction(20, 24, '')];
    const texts = [
      '',
      'tide',
      'The tied',
      'The tied came in at noon.',
      'big tide came in at .',
      'a big tide came in at two .',
      'big came',
      '👩‍🔬 tide',
    ];
    for (const all of [[], standing.slice(1, 2), standing, [correction(0, 25, '')]])
      for (const typed of texts) expect(after(text, all, typed), `${all.length}: ${typed}`).toBe(typed);
  });
});
