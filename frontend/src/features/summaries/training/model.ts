import { chanceText, count, figure, perHundred, plural, signed } from '@/lib/format';
import { chanceFrom } from '@/lib/intervals';
import type { ModelScores, TrainedModel, TrainingSet, Variant } from './requests';

export const variants: readonly Variant[] = ['words-150', 'words-250', 'ratio-30', 'ratio-40'];

export const variantLabels: Record<Variant, string> = {
  'words-150': '150 words',
  'words-250': '250 words',
  'ratio-30': '30 % of the sentences',
  'ratio-40': '40 % of the sentences',
};

/** The same in the head of a column. */
export const variantHeads: Record<Variant, string> = {
  'words-150': '150 words',
  'words-250': '250 words',
  'ratio-30': '30 %',
  'ratio-40': '40 %',
};

export const basisLabels: Record<TrainingSet['basis'], string> = {
  gold_or_run: 'Gold rows, else newest run',
  gold: 'Gold rows only',
  run: 'Newest runs only',
};

const systemLabels: Record<string, string> = {
  trained: 'This model',
  lead: 'First sentences',
  random: 'Random sentences',
  centroid: 'Most central sentences',
  talk: 'The talk itself',
};

const metricLabels: Record<string, string> = { rouge1: 'ROUGE-1', rouge2: 'ROUGE-2', rougesu4: 'ROUGE-SU4' };

export interface FigureRow {
  name: string;
  label: string;
  /** In per cent, with one decimal; an en dash where there is none. */
  cells: string[];
}

export interface FigureTable {
  heads: string[];
  rows: FigureRow[];
}

/** Systems, the model first and the talk last, by ROUGE and by how far they agree with what the talks chose. */
export function figureTable(figures: NonNullable<TrainedModel['figures']>): FigureTable {
  const names = Object.keys(figures.systems).sort((a, b) => place(a) - place(b));
  const first = figures.systems[names[0] ?? ''];
  const metrics = Object.keys(first?.rouge ?? {});
  return {
    heads: [...metrics.map((metric) => metricLabels[metric] ?? metric), 'P', 'R', 'F1', 'AP'],
    rows: names.map((name) => {
      const scores = figures.systems[name] as ModelScores;
      const values = [
        ...metrics.map((metric) => scores.rouge[metric] ?? null),
        scores.precision,
        scores.recall,
        scores.f1,
        scores.average_precision,
      ];
      return { name, label: systemLabels[name] ?? name, cells: values.map(perHundred) };
    }),
  };
}

export interface GainLine {
  metric: string;
  text: string;
  /** Whether chance hardly explains it: the interval is above 0, and p is small. */
  isBetter: boolean;
}

/** What the model gains over the best system that learns nothing, metric by metric, in points of a hundred. */
export function gainLines({ gains }: NonNullable<TrainedModel['figures']>): GainLine[] {
  return gains.map(({ metric, over, difference, low, high, p, least_p }) => {
    const between =
      low === null || high === null ? 'too few papers for an interval' : `interval ${points(low)} to ${points(high)}`;
    const least = least_p > chanceFrom ? ` (no smaller than ${figure(least_p, 3)} with so few)` : '';
    return {
      metric: metricLabels[metric] ?? (metric === 'average_precision' ? 'AP' : metric),
      text: `${points(difference)} over ${(systemLabels[over] ?? over).toLowerCase()}; ${between}, ${chanceText(p)}${least}`,
      isBetter: low !== null && low > 0 && p < chanceFrom,
    };
  });
}

function points(value: number): string {
  return signed(value, perHundred);
}

/** The texts that ROUGE compares summaries with. */
export function againstSentence({ rouge_against, n_rouge }: NonNullable<TrainedModel['figures']>): string {
  if (rouge_against === 'references') {
    return `ROUGE (F1) compares with the summaries that people wrote of ${plural(n_rouge, 'paper')}.`;
  }
  if (rouge_against === 'abstracts') {
    return 'ROUGE (F1) compares with the abstracts, as none of these papers has a reference summary.';
  }
  return 'ROUGE (F1) compares with reference summaries where a paper has them, else with its abstract.';
}

function place(name: string): number {
  const order = ['trained', 'centroid', 'lead', 'random', 'talk'];
  return order.includes(name) ? order.indexOf(name) : order.length;
}

/** "80 papers for training, 10 for dev, 10 for testing" */
export function splitSentence(set: Pick<TrainingSet, 'contents'>): string {
  const of = (split: string) => set.contents?.statistics.find((each) => each.split === split)?.papers ?? 0;
  return `${plural(of('train'), 'paper')} for training, ${count(of('dev'))} for dev, ${count(of('test'))} for testing`;
}

/** The remaining share for testing, in per cent; null where the shares exceed the whole. */
export function testShare(train: number, dev: number): number | null {
  return train >= 1 && dev >= 0 && train + dev <= 100 ? 100 - train - dev : null;
}

/** "Not in the set: 2 papers not aligned, 1 paper without ..."; the server's reasons begin with "papers". */
export function skippedSentence(skipped: Record<string, number>): string {
  const counts = Object.entries(skipped).map(
    ([reason, n]) => `${plural(n, 'paper')} ${reason.replace(/^papers /, '')}`,
  );
  return counts.length ? `Not in the set: ${counts.join(', ')}.` : '';
}

/** The variants that a set has no model for, failed ones not counted. */
export function untrained(models: readonly Pick<TrainedModel, 'variant' | 'state'>[]): Variant[] {
  return variants.filter((variant) => !models.some((model) => model.variant === variant && model.state !== 'failed'));
}

/** The length in an address; null where it says none that can be asked for, of at most `most` words. */
export function wordsOf(text: string | null, most: number): number | null {
  const words = Number(text);
  return Number.isInteger(words) && words >= 1 && words <= most ? words : null;
}
