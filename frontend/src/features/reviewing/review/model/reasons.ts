/**
 * Why the engine is as sure as it is: its features of a row, each beside those of the rows people accepted here and the
 * thresholds that the talk's filters go by (Zhao et al. 2024, section 4.1).
 */

import { lookBelow } from '@/lib/confidence';
import { figure } from '@/lib/format';
import type { Doc } from './document';
import { shapeOf } from './shape';
import { tally } from './tallies';
import type { Row, Thresholds } from './types';

export interface Reason {
  name: string;
  label: string;
  text: string;
  /** Places on the scale, 0 to 1. `band`: the middle 80 % of accepted rows. `limits`: the thresholds in force. */
  at: number;
  band: readonly [number, number] | null;
  limits: readonly number[];
  out: boolean;
}

interface Known {
  label: string;
  /** 0 and 1 on the scale, where they are given; else they are taken from the rows. */
  from?: number;
  to?: number;
  /** The least that 1 on the scale may be, where the rows say it. */
  atLeast?: number;
  /** Which side of the band is doubtful. */
  doubt: 'low' | 'high' | 'both';
  /** The filter that may have failed on it, and its thresholds. */
  verdict?: string;
  least?: keyof Thresholds;
  most?: keyof Thresholds;
}

/** In the order in which they are shown; features that are not named come after. */
const known: Readonly<Record<string, Known>> = {
  similarity: { label: 'Similarity', from: 0, to: 1, doubt: 'low' },
  length_ratio: { label: 'Length ratio', from: 0, atLeast: 2, doubt: 'both' },
  runner_up: { label: 'Runner-up', from: 0, to: 1, doubt: 'high' },
  log_odds: { label: 'Log odds', doubt: 'low' },
  alpha: { label: 'Content words α', from: 0, to: 1, doubt: 'low', verdict: 'inter_alpha', least: 'alpha_least' },
  gamma: {
    label: 'Length vs offline γ',
    from: 0,
    atLeast: 2,
    doubt: 'both',
    verdict: 'inter_gamma',
    least: 'gamma_least',
    most: 'gamma_most',
  },
  eta: { label: 'Meaning vs offline η', to: 1, doubt: 'low', verdict: 'inter_eta', least: 'eta_least' },
  score: { label: 'Combined score', from: 0, to: 1, doubt: 'low', verdict: 'inter_score', least: 'score_least' },
  words: { label: 'Words', from: 0, doubt: 'low' },
};
const order = Object.keys(known);

/** What is no reason: what the filters counted on their way, told in words, and what the probability was made from. */
const counts = new Set([
  'fixed',
  'at_limit',
  'posterior',
  'next_source',
  'next_target',
  'content_words',
  'intra_first',
  'intra_last',
  'intra_stripped',
  'intra_strippable',
]);

/** Rows from which a band means something. */
const fewest = 5;

/** Each feature of the accepted rows, in ascending order. */
const accepted = tally(
  () => new Map<string, number[]>(),
  (features, row, by) => {
    if (row.status !== 'accepted' || row.edited) return;
    for (const name of Object.keys(row.features)) {
      const value = numberIn(row, name);
      if (value === null || counts.has(name)) continue;
      const values = features.get(name) ?? [];
      features.set(name, values);
      values.splice(placeOf(value, values), by > 0 ? 0 : 1, ...(by > 0 ? [value] : []));
    }
  },
);

/** Where a value stands among sorted ones, or would stand. */
function placeOf(value: number, sorted: readonly number[]): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function reasonsOf(doc: Doc, row: Row): { reasons: readonly Reason[]; sentence: string } {
  const features = accepted(doc.targetUnits, doc.rows);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const reasons = Object.keys(row.features)
    .filter((name) => !counts.has(name) && numberIn(row, name) !== null)
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .map((name) => reasonOf(name, numberIn(row, name) as number, features.get(name) ?? [], row, doc.thresholds));
  return { reasons, sentence: sentenceOf(doc, row, reasons) };
}

function reasonOf(
  name: string,
  value: number,
  values: readonly number[],
  row: Row,
  thresholds: Thresholds | null,
): Reason {
  const info: Known = known[name] ?? { label: name.replaceAll('_', ' '), doubt: 'low' };
  const band = values.length >= fewest ? ([at(values, 0.1), at(values, 0.9)] as const) : null;
  const limits = limitsOf(info, thresholds);
  const ends = [values[0] ?? value, values.at(-1) ?? value];
  const all = [value, ...ends, ...limits];
  const from = info.from ?? Math.min(0, ...all);
  const to = info.to ?? Math.max(info.atLeast ?? 1, ...all);
  const scaled = (number: number) => (number - from) / (to - from);
  const low = band !== null && info.doubt !== 'high' && value < band[0];
  const high = band !== null && info.doubt !== 'low' && value > band[1];
  return {
    name,
    label: info.label,
    text: short(value),
    at: scaled(value),
    band: band && [scaled(band[0]), scaled(band[1])],
    limits: limits.map(scaled),
    out: low || high || (info.verdict !== undefined && row.verdicts[info.verdict] === false),
  };
}

/** The thresholds in force; 0 of what cannot be below 0 judges nothing. */
function limitsOf({ from, least, most }: Known, thresholds: Thresholds | null): readonly number[] {
  const low = least && thresholds ? thresholds[least] : null;
  const high = most && thresholds ? thresholds[most] : null;
  return [low === from ? null : low, high].filter((limit) => limit !== null);
}

function numberIn(row: Row, name: string): number | null {
  const value = row.features[name];
  return typeof value === 'number' ? value : null;
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** `.71`, `1.33`, `−2.26`, `27`. */
function short(value: number): string {
  return figure(value, Number.isInteger(value) && Math.abs(value) >= 10 ? 0 : 2);
}

function sentenceOf(doc: Doc, row: Row, reasons: readonly Reason[]): string {
  if (row.edited) return 'Edited by hand; the engine’s confidence no longer applies.';
  const sentences: string[] = [];
  if (row.confidence === null) sentences.push('The engine gave no confidence.');
  if (numberIn(row, 'at_limit') !== null)
    sentences.push('It is as large as a link could be in this run; larger ones were not compared.');
  const rival = numberIn(row, 'runner_up');
  if (rival !== null && rival >= 0.2) sentences.push(`An alternative has probability ${short(rival)}.`);
  const judged = new Set(
    Object.values(known).flatMap(({ verdict, label }) => (verdict && row.verdicts[verdict] === false ? [label] : [])),
  );
  const unusual = reasons.filter(({ out, name, label }) => out && name !== 'runner_up' && !judged.has(label));
  if (unusual.length > 0)
    sentences.push(`Unlike the rows accepted here: ${unusual.map(({ label }) => label.toLowerCase()).join(', ')}.`);
  sentences.push(...verdictsOf(row, doc.thresholds));
  if (sentences.length > 0) return sentences.join(' ');
  if (row.confidence !== null && row.confidence < lookBelow)
    return reasons.length === 0
      ? 'The engine is unsure and gave no figures that would say why.'
      : 'Nothing stands out: the probability is spread over many alternatives.';
  if (doc.kind !== 'bitext') return 'No warning signs.';
  const { source, target } = shapeOf(row);
  const compared = reasons.some(({ band }) => band) ? ' like those accepted here' : '';
  return `No warning signs: a ${source}:${target} link${compared}.`;
}

/** One sentence for each filter that would exclude the row, and for chips without content words. */
function verdictsOf(row: Row, thresholds: Thresholds | null): readonly string[] {
  const reasons: string[] = [];
  const failed = (verdict: string) => row.verdicts[verdict] === false;
  const limit = (name: keyof Thresholds) => (thresholds?.[name] == null ? '' : short(thresholds[name]));
  const number = (name: string) => short(numberIn(row, name) ?? 0);
  const { empty } = shapeOf(row);
  if (failed('coarse'))
    reasons.push(empty ? 'Nulls are excluded from test sets.' : `The alignment costs more than ${limit('cost_most')}.`);
  if (failed('inter_alpha'))
    reasons.push(
      `The target covers ${number('alpha')} of the content words; at least ${limit('alpha_least')} is required.`,
    );
  if (failed('inter_gamma')) {
    const range = [
      limit('gamma_least') && `at least ${limit('gamma_least')}`,
      limit('gamma_most') && `at most ${limit('gamma_most')}`,
    ];
    reasons.push(
      `The target has ${number('gamma')} times the length of its offline translation; ${range.filter(Boolean).join(' and ')} is required.`,
    );
  }
  if (failed('inter_eta'))
    reasons.push(
      `The target’s similarity to its offline translation is ${number('eta')}; at least ${limit('eta_least')} is required.`,
    );
  if (failed('inter_score'))
    reasons.push(`The filters’ combined score is ${number('score')}; at least ${limit('score_least')} is required.`);
  if (failed('intra'))
    reasons.push(
      empty === 'null'
        ? 'This chip has no content word, so the filter removed it from its link.'
        : 'No target chip has a content word.',
    );
  else if ((numberIn(row, 'intra_strippable') ?? 0) > 0)
    reasons.push(`${outer(row)} of the target has no content word; a filter would remove it.`);
  else if ((numberIn(row, 'intra_stripped') ?? 0) > 0)
    reasons.push('A filter removed an outer chip without a content word from this link.');
  return reasons;
}

function outer(row: Row): string {
  const [first, last] = [numberIn(row, 'intra_first') === 0, numberIn(row, 'intra_last') === 0];
  return first && last ? 'Each outer chip' : first ? 'The first chip' : 'The last chip';
}
