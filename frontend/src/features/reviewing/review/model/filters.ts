/** Which rows are shown, in which order. All of it lives in the address, so a view can be sent to a colleague. */

import { lookBelow } from '@/lib/confidence';
import { capital } from '@/lib/format';
import { sourceWords } from '@/ui/kinds';
import { standingWarnings } from './checks';
import { type Doc, rowOf } from './document';
import { type Labels, lacksLabel, ownLabel } from './labels';
import { crossings, shapeOf } from './shape';
import { tally } from './tallies';
import { sideText } from './text';
import type { PairKind, Row } from './types';

interface Filter {
  label: string;
  /** Where it is seen without opening the menu. */
  shown: 'always' | 'wide' | 'menu';
  matches: (row: Row, facts: Facts, below: number) => boolean;
}

const filters = {
  unreviewed: { label: 'Unreviewed', shown: 'always', matches: (row) => row.status === 'proposed' },
  below: {
    label: 'Below',
    shown: 'always',
    matches: (row, _, below) => row.confidence !== null && !row.edited && row.confidence < below,
  },
  not11: { label: 'Not 1:1', shown: 'always', matches: (row) => !shapeOf(row).oneToOne },
  null: { label: 'Null', shown: 'always', matches: (row) => shapeOf(row).empty !== null },
  crossing: { label: 'Crossing', shown: 'always', matches: (row, facts) => facts.crossings.has(row.id) },
  skipped: {
    label: 'Skipped',
    shown: 'menu',
    matches: (row, { tests }) => row.status === 'proposed' && tests.isSkipped(row),
  },
  flagged: { label: 'Flagged', shown: 'always', matches: (row) => row.flagged },
  commented: { label: 'Commented', shown: 'wide', matches: (row) => row.n_comments > 0 },
  edited: { label: 'Differs from engine', shown: 'wide', matches: (row) => row.edited },
  findings: { label: 'Findings', shown: 'always', matches: (row, facts) => facts.findings?.has(row.id) ?? false },
  postedited: { label: 'Post-edited', shown: 'menu', matches: (row) => row.post_edit !== null },
  warned: { label: 'With warnings', shown: 'menu', matches: (row, { tests }) => tests.isWarned(row) },
  tagged: { label: 'Error tag', shown: 'menu', matches: (row) => row.tags.length > 0 },
  bad: {
    label: 'A label is “no”',
    shown: 'menu',
    matches: (row) => row.good_align === false || row.good_mt === false,
  },
  unlabelled: { label: 'Label not set', shown: 'menu', matches: (row, { tests }) => tests.lacksLabel(row) },
  implicit: { label: 'Accepted implicitly', shown: 'menu', matches: (row) => row.status === 'implicit' },
} satisfies Record<string, Filter>;

export type FilterKey = keyof typeof filters;

export interface FilterInfo extends Pick<Filter, 'label' | 'shown'> {
  key: FilterKey;
}

const allFilters: readonly FilterInfo[] = (Object.keys(filters) as FilterKey[]).map((key) => ({
  key,
  ...filters[key],
}));

/** The filters for a pair of this kind, as they are called there. */
export function filtersFor(kind: PairKind): readonly FilterInfo[] {
  if (kind === 'bitext') return allFilters;
  const labels: Partial<Record<FilterKey, string>> = { null: capital(sourceWords[kind].none), crossing: 'Jumps back' };
  return allFilters
    .filter(({ key }) => key !== 'not11')
    .map((filter) => ({ ...filter, label: labels[filter.key] ?? filter.label }));
}

export interface View {
  filters: readonly FilterKey[];
  below: number;
  /** Own labels of the project, each as `key:value`; without a value, rows that lack it. A row has to match all. */
  labels: readonly string[];
  query: string;
  order: 'talk' | 'error';
  neighbours: boolean;
}

export const orders = ['talk', 'error'] as const;
export const orderWords: Readonly<Record<View['order'], string>> = { talk: 'Talk', error: 'Doubtful first' };

export const everything: View = {
  filters: [],
  labels: [],
  below: lookBelow,
  query: '',
  order: 'talk',
  neighbours: false,
};

export function viewFromParams(params: URLSearchParams): View {
  const named: FilterKey[] = [];
  let below = everything.below;
  for (const part of (params.get('show') ?? '').split(',')) {
    const [key = '', value] = part.split(':');
    if (!Object.hasOwn(filters, key)) continue;
    named.push(key as FilterKey);
    const limit = Number(value);
    if (key === 'below' && value !== undefined && limit > 0 && limit <= 1) below = limit;
  }
  return {
    filters: named,
    labels: params.getAll('label').filter((text) => text.includes(':')),
    below,
    query: params.get('q') ?? '',
    order: params.get('order') === 'error' ? 'error' : 'talk',
    neighbours: params.get('around') === '1',
  };
}

/** Writes the view into `params`, leaving what else is there. */
export function viewToParams(view: View, params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string) => (value ? next.set(name, value) : next.delete(name));
  put('show', view.filters.map((key) => (key === 'below' ? `below:${view.below}` : key)).join(','));
  put('q', view.query);
  next.delete('label');
  for (const text of view.labels) next.append('label', text);
  put('order', view.order === 'error' ? 'error' : '');
  put('around', view.neighbours ? '1' : '');
  return next;
}

interface Expression {
  source: string;
  flags: string;
}

/** The regular expression of a search between slashes; null where it is plain text. Case is ignored unless flags are given. */
export function expressionOf(query: string): Expression | null {
  const pattern = /^\/(.*)\/([a-z]*)$/s.exec(query.trim());
  if (!pattern) return null;
  const flags = (pattern[2] || 'i').replace(/[gy]/g, '');
  return { source: pattern[1] as string, flags: /[uv]/.test(flags) ? flags : `${flags}u` };
}

/** Why a search cannot be run; null where it can. */
export function errorOf(query: string): string | null {
  const expression = expressionOf(query);
  try {
    if (expression) new RegExp(expression.source, expression.flags);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Texts that hold a plain search, whatever the case. An expression runs elsewhere, for it may never end. */
function searcher(query: string): (text: string) => boolean {
  const needle = query.trim().toLocaleLowerCase();
  return (candidate) => candidate.includes(needle);
}

export interface Facts {
  crossings: ReadonlyMap<string, string>;
  /** Rows with a finding that nobody has settled; null until somebody has looked for them. */
  findings: ReadonlySet<string> | null;
  /**
   * What has to be known of the review to tell it of a row. The texts it looks at never change, and as long as this is the
   * same, what it said of a row holds.
   */
  tests: RowTests;
}

interface RowTests {
  /** A post-edit has warnings that nobody has overridden. */
  isWarned: (row: Row) => boolean;
  lacksLabel: (row: Row) => boolean;
  /** The person has left it for later. */
  isSkipped: (row: Row) => boolean;
}

export function factsOf(doc: Doc, labels: Labels, skipped: ReadonlySet<string> = new Set()): Facts {
  return {
    crossings: crossings(doc),
    findings: null,
    tests: {
      isWarned: (row) => standingWarnings(doc, row).length > 0,
      lacksLabel: (row) => lacksLabel(row, labels),
      isSkipped: ({ id }) => skipped.has(id),
    },
  };
}

export function matches(key: FilterKey, row: Row, facts: Facts, below: number): boolean {
  return filters[key].matches(row, facts, below);
}

/** Whether a row has what `key:value` says; `key:` is that it has no such label, `key:true` a yes. */
export function hasLabel(row: Row, text: string): boolean {
  const at = text.indexOf(':');
  const [value, wanted] = [ownLabel(row, text.slice(0, at)), text.slice(at + 1)];
  if (value === undefined) return wanted === '';
  return typeof value === 'object' ? value.includes(wanted) : String(value) === wanted;
}

export function textOf(doc: Doc, row: Row): string {
  const source = sideText(doc, row, 'source');
  const target = sideText(doc, row, 'target');
  return `${source}\n${target}\n${row.post_edit ?? ''}`;
}

/** Rows are immutable and the texts of a review never change: what was once lower case need not be made so again. */
const lowered = new WeakMap<Row, string>();

function loweredText(doc: Doc, row: Row): string {
  const known = lowered.get(row);
  if (known !== undefined) return known;
  const text = textOf(doc, row).toLocaleLowerCase();
  lowered.set(row, text);
  return text;
}

/** How likely a row is wrong: decided rows are not, unknown confidence is a coin toss. */
function expectedError(row: Row): number {
  if (row.status !== 'proposed') return 0;
  return row.edited ? 0 : 1 - (row.confidence ?? 0.5);
}

type Counts = Record<FilterKey, number>;

/** By the limit of `below`. Whether a row crosses another, or has a finding, is not the row's own: it is counted apart. */
const counters = new Map<number, (tests: RowTests, rows: Doc['rows']) => Readonly<Counts>>();

function counterFor(below: number) {
  const counter =
    counters.get(below) ??
    tally<RowTests, Counts>(
      () => Object.fromEntries(allFilters.map(({ key }) => [key, 0])) as Counts,
      (counts, row, by, tests) => {
        const facts = { crossings: new Map(), findings: null, tests };
        for (const { key } of allFilters) if (matches(key, row, facts, below)) counts[key] += by;
      },
    );
  counters.set(below, counter);
  return counter;
}

export function countsOf({ rows }: Doc, { crossings, findings, tests }: Facts, below: number): Readonly<Counts> {
  return { ...counterFor(below)(tests, rows), crossing: crossings.size, findings: findings?.size ?? 0 };
}

/**
 * Ids of the rows that match, in order. Ties in expected error keep the order of the talk. `found`: the rows that the
 * search found, if somebody has looked; an expression finds nothing without.
 */
export function select(doc: Doc, facts: Facts, view: View, matching: ReadonlySet<string> | null = null): string[] {
  const searches = view.query.trim() !== '';
  const test = searcher(view.query);
  const isFound = (id: string, row: Row) => {
    if (!searches) return true;
    if (matching) return matching.has(id);
    return !expressionOf(view.query) && test(loweredText(doc, row));
  };
  const ids = doc.order.filter((id) => {
    const row = rowOf(doc, id);
    return (
      view.filters.every((key) => matches(key, row, facts, view.below)) &&
      view.labels.every((text) => hasLabel(row, text)) &&
      isFound(id, row)
    );
  });
  if (view.order === 'talk') return ids;
  return ids
    .map((id) => ({ id, error: expectedError(rowOf(doc, id)) }))
    .sort((a, b) => b.error - a.error)
    .map(({ id }) => id);
}
