import { describe, expect, it } from 'vitest';
import { type SampleRow, sampleContent, sampleInfo } from '../testing/sample';
import { type Doc, open, rowOf } from './document';
import { reasonsOf } from './reasons';
import type { Thresholds } from './types';

const none: Thresholds = {
  cost_most: null,
  alpha_least: 0,
  gamma_least: 0,
  gamma_most: null,
  eta_least: null,
  score_least: 0,
};

function bitext(first: Partial<SampleRow>, thresholds: Partial<Thresholds> = {}, n = 1): Doc {
  const texts = Array.from({ length: n }, (_, i) => `text ${i}`);
  const rows = texts.map((_, i): SampleRow => {
    const accepted = { features: { length_ratio: 1 + i / 100, runner_up: 0.05 }, status: 'accepted' as const };
    return { source: [i], target: [i], ...(i === 0 ? first : accepted) };
  });
  return open(sampleInfo('bitext'), { ...sampleContent(texts, texts, rows), thresholds: { ...none, ...thresholds } });
}

function why(doc: Doc) {
  return reasonsOf(doc, rowOf(doc, doc.order[0] as string));
}

describe('why', () => {
  it('draws the thresholds in force, on the scale of the numbers, and none that judges nothing', () => {
    const features = { eta: 0.4, gamma: 3, alpha: 0.5 };
    const { reasons } = why(bitext({ features }, { eta_least: 0.7, gamma_least: 1.5, gamma_most: 6 }));
    const limits = Object.fromEntries(reasons.map(({ name, limits: found }) => [name, found]));
    expect(limits).toEqual({ alpha: [], gamma: [0.25, 1], eta: [0.7] });
    expect(reasons.find(({ name }) => name === 'gamma')?.at).toBe(0.5);
    expect(why(bitext({ features })).reasons.flatMap((reason) => reason.limits)).toEqual([]);
  });

  it('shows features in one order, and keeps what the filters counted for the words', () => {
    const features = {
      words: 3,
      intra_first: 1,
      eta: 1,
      content_words: 2,
      zeta: 1,
      similarity: 0.5,
      fixed: 1,
      at_limit: 1,
      posterior: 0.99,
    };
    expect(why(bitext({ features })).reasons.map(({ name }) => name)).toEqual(['similarity', 'eta', 'words', 'zeta']);
  });

  it('says where larger links were not compared', () => {
    const sentence = (features: Record<string, number>) => why(bitext({ features, confidence: 0.4 })).sentence;
    expect(sentence({ at_limit: 1 })).toBe(
      'It is as large as a link could be in this run; larger ones were not compared.',
    );
    expect(sentence({ similarity: 0.5 })).not.toContain('larger ones');
  });

  it('keeps what is below zero on the scale', () => {
    const [reason] = why(bitext({ features: { log_odds: -3 } })).reasons;
    expect(reason).toMatchObject({ text: '−3.00', at: 0 });
  });

  it.each([
    ['coarse', {}, 'The alignment costs more than 1.00.'],
    ['inter_alpha', { alpha: 0.25 }, 'The target covers .25 of the content words; at least .50 is required.'],
    [
      'inter_gamma',
      { gamma: 2.5 },
      'The target has 2.50 times the length of its offline translation; at least .60 and at most 2.00 is required.',
    ],
    ['inter_eta', { eta: 0.5 }, 'The target’s similarity to its offline translation is .50; at least .70 is required.'],
    ['inter_score', { score: 0.3 }, 'The filters’ combined score is .30; at least .50 is required.'],
    ['intra', { intra_strippable: 1 }, 'No target chip has a content word.'],
  ])('tells in words that the filter %s would leave a row out', (verdict, features, words) => {
    const thresholds = {
      cost_most: 1,
      alpha_least: 0.5,
      gamma_least: 0.6,
      gamma_most: 2,
      eta_least: 0.7,
      score_least: 0.5,
    };
    const { sentence, reasons } = why(bitext({ features, verdicts: { [verdict]: false } }, thresholds));
    expect(sentence).toBe(words);
    expect(reasons.every(({ out }) => out)).toBe(true);
  });

  it('tells which chip has no content word', () => {
    const features = { intra_strippable: 1, intra_first: 2, intra_last: 0 };
    expect(why(bitext({ features, verdicts: { intra: true } })).sentence).toBe(
      'The last chip of the target has no content word; a filter would remove it.',
    );
  });

  it('marks lengths on both sides of the band, and a runner-up above it', () => {
    const short = why(bitext({ features: { length_ratio: 0.2, runner_up: 0.3 } }, {}, 8));
    expect(short.reasons.map(({ name, out }) => [name, out])).toEqual([
      ['length_ratio', true],
      ['runner_up', true],
    ]);
    expect(short.sentence).toBe('An alternative has probability .30. Unlike the rows accepted here: length ratio.');
    const long = why(bitext({ features: { length_ratio: 5, runner_up: 0 } }, {}, 8));
    expect(long.reasons.map(({ out }) => out)).toEqual([true, false]);
  });

  it('does not call a doubtful row blameless', () => {
    expect(why(bitext({ features: { similarity: 0.9 }, confidence: 0.3 })).sentence).toBe(
      'Nothing stands out: the probability is spread over many alternatives.',
    );
  });

  it('says that a row shows no warning signs', () => {
    expect(why(bitext({ features: { similarity: 0.9 } })).sentence).toBe('No warning signs: a 1:1 link.');
  });
});
