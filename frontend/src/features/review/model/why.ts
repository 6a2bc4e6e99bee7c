/** Why the engine is as sure as it is: its features of a row, each beside those of the rows people accepted here. */

import { type Doc, numberOf } from './document';
import { shapeOf } from './shape';
import type { Row } from './types';

export interface Reason {
  name: string;
  label: string;
  text: string;
  /** Places on the scale, 0 to 1. `band`: the middle 80 % of accepted rows. */
  at: number;
  band: readonly [number, number] | null;
  threshold: number | null;
  out: boolean;
}

interface Known {
  label: string;
  /** What is 1 on the scale; null when it must be taken from the rows. */
  top: number | null;
  threshold?: number;
  /** A filter that may have failed on it. */
  verdict?: string;
}

const known: Record<string, Known> = {
  similarity: { label: 'Similarity', top: 1 },
  length_ratio: { label: 'Length ratio', top: null },
  runner_up: { label: 'Runner-up', top: 1 },
  log_odds: { label: 'Log odds', top: null },
  alpha: { label: 'Content words α', top: 1, verdict: 'alpha' },
  gamma: { label: 'Length vs offline γ', top: 1, threshold: 0.5, verdict: 'gamma' },
  eta: { label: 'Meaning vs offline η', top: 1, threshold: 0.6, verdict: 'eta' },
  words: { label: 'Words', top: null },
};

export function reasonsOf(doc: Doc, row: Row): { reasons: readonly Reason[]; sentence: string } {
  const accepted = [...doc.rows.values()].filter((other) => other.status === 'accepted' && !other.edited);
  const numbers = Object.entries(row.features).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  const reasons = numbers
    .filter(([name]) => name !== 'fixed')
    .map(([name, value]): Reason => {
      const info = known[name] ?? { label: name.replaceAll('_', ' '), top: null };
      const values = accepted.flatMap(({ features }) => (typeof features[name] === 'number' ? [features[name]] : []));
      values.sort((a, b) => a - b);
      const top = info.top ?? Math.max(value, ...values, 1e-9);
      const band: [number, number] | null = values.length >= 5 ? [at(values, 0.1) / top, at(values, 0.9) / top] : null;
      const failed = Object.entries(row.verdicts).some(
        ([verdict, kept]) => info.verdict && verdict.endsWith(info.verdict) && kept === false,
      );
      const outside = band !== null && (name === 'runner_up' ? value / top > band[1] : value / top < band[0]);
      return {
        name,
        label: info.label,
        text: short(value),
        at: value / top,
        band,
        threshold: info.threshold ?? null,
        out: failed || outside,
      };
    });
  return { reasons, sentence: sentenceOf(doc, row, reasons) };
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** `.71`, `1.33`, `27`. */
function short(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) >= 10) return String(value);
  return value.toFixed(2).replace(/^(-?)0\./, '$1.');
}

function sentenceOf(doc: Doc, row: Row, reasons: readonly Reason[]): string {
  if (row.edited) return 'A person changed this row: what the engine gave it no longer speaks of it.';
  if (row.confidence === null) return 'The engine gave no confidence.';
  const said: string[] = [];
  const rival = row.features.runner_up;
  if (typeof rival === 'number' && rival >= 0.2) said.push(`Another reading of this place has ${short(rival)}.`);
  const low = reasons
    .filter((reason) => reason.out && reason.name !== 'runner_up')
    .map((reason) => reason.label.toLowerCase());
  if (low.length > 0) said.push(`Below what accepted rows show here: ${low.join(', ')}.`);
  const failed = Object.entries(row.verdicts).filter(([, kept]) => kept === false);
  if (failed.length > 0)
    said.push(`Filters that would leave it out: ${failed.map(([name]) => name.replaceAll('_', ' ')).join(', ')}.`);
  if (said.length > 0) return said.join(' ');
  const { source, target } = shapeOf(row);
  return `Row ${numberOf(doc, row.id)} is a ${source}:${target} link that nothing speaks against.`;
}
