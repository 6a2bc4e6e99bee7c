/** Figures of systems, as the table of a release shows them. */

import type { ReleaseStatistics } from '@/features/releases/requests/releases';
import type { System, SystemFigure, SystemGroup } from '@/features/releases/requests/systems';
import { figure, language, perHundred, plural, roundedPercent, signed } from '@/lib/format';

/** The columns that at least one system has, in the order in which figures are stored. */
export function columnsOf(systems: readonly Pick<System, 'figures'>[]): { key: string; label: string }[] {
  const order = [
    ...['bleu', 'chrf', 'ter', 'rouge1', 'rouge2', 'rougel', 'bleurt', 'comet', 'bertscore', 'bartscore'],
    ...['strict_f1', 'lax_f1', 'lcs', 'wer', 'cer', 'bwer', 'ffe', 'mcd'],
  ];
  const columns = new Map<string, string>();
  for (const { figures } of systems) for (const { key, label } of figures) columns.set(key, label);
  return [...columns]
    .map(([key, label]) => ({ key, label }))
    .sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
}

/** Translations, alignments, recognisers, synthesisers, each by their first figure, the best first; without scores at the end. */
export function ranked<S extends Pick<System, 'figures' | 'kind' | 'id'>>(systems: readonly S[]): S[] {
  const kinds = ['translation', 'alignment', 'recognition', 'synthesis'];
  const place = ({ figures, kind }: S) => (figures.length === 0 ? kinds.length : kinds.indexOf(kind));
  const best = ({ figures: [first] }: S) =>
    first?.value == null ? Number.NEGATIVE_INFINITY : lessIsBetter(first.key) ? -first.value : first.value;
  return [...systems].sort((a, b) => place(a) - place(b) || best(b) - best(a) || a.id - b.id);
}

/** What is scored on segments of recordings, and not on rows. */
export const isOfSegments = (kind: string): boolean => ['recognition', 'synthesis'].includes(kind);

/** "2 segments missing"; empty where none is. */
export function missingText({ kind, n_missing }: Pick<System, 'kind'> & { n_missing?: number | null }): string {
  return n_missing ? `${plural(n_missing, isOfSegments(kind) ? 'segment' : 'row')} missing` : '';
}

/** BLEU and the like as 31.2; shares as the field writes them, .881; error rates in %. */
export function figureText(key: string, value: number | null): string {
  if (value === null) return '–';
  if (isErrorRate(key)) return perHundred(value);
  return isShare(key) ? figure(value, 3) : value.toFixed(decimals(key)).replace('-', '−');
}

/** "± 1.1", "± .011"; empty where there is no interval. */
export function halfText(key: string, half: number | null): string {
  if (half === null) return '';
  if (isErrorRate(key)) return `± ${perHundred(half)}`;
  return `± ${isShare(key) ? figure(half, 3) : half.toFixed(decimals(key))}`;
}

/** "+2.1", "−.013" */
export function differenceText(key: string, value: number): string {
  return signed(value, (size) => figureText(key, size));
}

export function isShare(key: string): boolean {
  return !['bleu', 'chrf', 'ter', 'mcd', 'bartscore'].includes(key);
}

/** Of what is no share: dB and logarithms are few. */
const decimals = (key: string) => (['mcd', 'bartscore'].includes(key) ? 2 : 1);

/** Shown in %, and over 100 where more was heard wrong than was said. */
export function isErrorRate(key: string): boolean {
  return ['wer', 'cer', 'bwer'].includes(key);
}

export function lessIsBetter(key: string): boolean {
  return ['ter', 'ffe', 'mcd'].includes(key) || isErrorRate(key);
}

/**
 * What several figures have in common is said once: sacreBLEU's signatures, each after the figures it is of; with the
 * language where a figure has several, as languages are cut into words in different ways.
 */
export function signaturesOf(
  systems: readonly (Pick<System, 'figures'> & { target_language?: string })[],
): { labels: string[]; signature: string }[] {
  const all = systems.flatMap(({ figures, target_language }) => figures.map((each) => ({ ...each, target_language })));
  const signatures = new Map<string, Set<string>>();
  for (const { label, signature, target_language: into } of all) {
    const isOneOfSeveral = all.some((other) => other.label === label && other.signature !== signature);
    const labels = signatures.get(signature) ?? new Set();
    signatures.set(signature, labels.add(into && isOneOfSeveral ? `${label}, ${language(into)}` : label));
  }
  return [...signatures].map(([signature, labels]) => ({ labels: [...labels], signature }));
}

/**
 * What a system was scored on: "test", "5 of 16 talks".
 *
 * most: the most talks of any system, for those whose release was not asked when they were scored.
 */
export function scopeOf(
  system: Pick<System, 'split' | 'n_rows' | 'n_talks' | 'of_talks' | 'kind' | 'engine'>,
  most: number,
): string {
  const parts: string[] = [];
  if (system.split) parts.push(system.split);
  const talks = system.of_talks ?? most;
  if (system.n_talks !== null && system.n_talks < talks) parts.push(`${system.n_talks} of ${talks} talks`);
  return parts.join(', ');
}

/** Pairs of languages that have rows with both texts: "en-ja". */
export function languagesOf(statistics: readonly ReleaseStatistics[]): string[] {
  const pairs = statistics
    .filter(({ rows, null_rows }) => rows > null_rows)
    .map(({ source_language, target_language }) => `${source_language}-${target_language}`);
  return [...new Set(pairs)].sort();
}

/** Pairs of languages to choose from, as people read them. */
export function languageChoices(statistics: readonly ReleaseStatistics[]): { value: string; label: string }[] {
  const words = new Map(
    statistics.map(({ source_language: source, target_language: target }) => [
      `${source}-${target}`,
      `${language(source)} → ${language(target)}`,
    ]),
  );
  return languagesOf(statistics).map((value) => ({ value, label: words.get(value) ?? value }));
}

export function splitsOf(statistics: readonly ReleaseStatistics[]): string[] {
  return [...new Set(statistics.map(({ split }) => split))].filter(Boolean).sort();
}

/** "63 % of the gold rows began with its proposals", which favours an engine; empty for what was uploaded. */
export function ownText({ n_own, n_rows }: { n_own: number | null; n_rows: number | null }): string {
  if (n_own === null || !n_rows) return '';
  return `${roundedPercent(n_own / n_rows)} of the gold rows began with its proposals`;
}

/** What the server calls rows that somebody judged without the proposal. */
const HIDDEN = 0;

/** "Strict F1 .500 ± .302 in 6 rows that somebody judged without the proposal"; empty where there are none. */
export function hiddenText({ figures, by_origin }: HiddenRows): string {
  const [first] = figures;
  const hidden = by_origin.find(({ id }) => id === HIDDEN);
  if (!first || !hidden) return '';
  const { value = null, half = null } = hidden.values[first.key] ?? {};
  const text = `${first.label} ${figureText(first.key, value)} ${halfText(first.key, half)}`.trim();
  return `${text} in ${plural(hidden.rows, 'row')} that somebody judged without the proposal`;
}

interface HiddenRows {
  figures: readonly SystemFigure[];
  by_origin: readonly SystemGroup[];
}

/** How many lines a translation of these rows has. */
export function linesOf(statistics: readonly ReleaseStatistics[], languages: string, split: string): number {
  return statistics
    .filter((each) => `${each.source_language}-${each.target_language}` === languages)
    .filter((each) => !split || each.split === split)
    .reduce((sum, { rows, null_rows }) => sum + rows - null_rows, 0);
}

export function figureOf(figures: readonly SystemFigure[], key: string): SystemFigure | undefined {
  return figures.find((each) => each.key === key);
}
