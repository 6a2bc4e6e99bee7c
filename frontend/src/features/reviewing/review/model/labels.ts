/**
 * The labels of a project: which a row can be given, and which it has. Four are part of every project and are fields of
 * their own; all others are the project's own and stand in `labels`.
 */

import type { Doc } from './document';
import { countPieces } from './shape';
import type { LoggedRow, ReviewInfo, Row, RowFields } from './types';

export type Labels = ReviewInfo['labels'];
export type Label = Labels[number];
export type LabelValue = Row['labels'][string];
/** The digits that a label can be on. */
export type Shortcut = NonNullable<Label['shortcut']>;

const builtIn = {
  good_align: (row: Row) => row.good_align,
  good_mt: (row: Row) => row.good_mt,
  null_reason: (row: Row) => row.null_reason || null,
  error_tags: (row: Row) => (row.tags.length > 0 ? row.tags : null),
} as const;

const isBuiltIn = (key: string): key is keyof typeof builtIn => Object.hasOwn(builtIn, key);

/** What the project has beside the four of every project, but for what is no longer offered. */
export function ownLabels(labels: Labels): Labels {
  return labels.filter((label) => !isBuiltIn(label.key) && !label.hidden);
}

/** What can be chosen of a label; `has`: hidden values too that the row has already. */
export function offered(label: Label | undefined, has?: LabelValue | null): Label['values'] {
  const there = new Set(Array.isArray(has) ? has : [has]);
  return label?.values.filter(({ key, hidden }) => !hidden || there.has(key)) ?? [];
}

export function labelOf(labels: Labels, key: string): Label | undefined {
  return labels.find((label) => label.key === key);
}

export function nameOf(label: Label | undefined, value: string): string {
  return label?.values.find(({ key }) => key === value)?.name ?? value;
}

export function givenValue(row: Row, key: string): LabelValue | null {
  return isBuiltIn(key) ? builtIn[key](row) : (ownLabel(row, key) ?? null);
}

/** The value of an own label. Each object has a `constructor` of itself, which is no label. */
export function ownLabel(row: Row, key: string): LabelValue | undefined {
  return Object.hasOwn(row.labels, key) ? row.labels[key] : undefined;
}

/** Whether rows like this one are given the label. */
export function applies(label: Label, row: Pick<Row, 'source' | 'target'>): boolean {
  const [source, target] = [countPieces(row.source) > 0, countPieces(row.target) > 0];
  const isLinked = source && target;
  return { all: true, linked: isLinked, null: !isLinked, source: source && !target, target: target && !source }[
    label.applies_to
  ];
}

/** In words: "yes", the name of a value, or several. */
export function valueText(label: Label | undefined, value: LabelValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return nameOf(label, value);
  return value.map((one) => nameOf(label, one)).join(', ');
}

export interface Given {
  key: string;
  name: string;
  text: string;
}

/** The own labels that a row has, in the order of the guidelines; then those that its guidelines do not know. */
export function givenLabels(row: Pick<LoggedRow, 'labels'>, labels: Labels): readonly Given[] {
  const there: Row['labels'] = row.labels ?? {};
  const known = labels.filter(({ key }) => Object.hasOwn(there, key) && !isBuiltIn(key));
  const others = Object.keys(there).filter((key) => !labelOf(labels, key));
  return [...known.map(({ key }) => key), ...others].map((key) => {
    const label = labelOf(labels, key);
    return { key, name: label?.name ?? key, text: valueText(label, there[key] as LabelValue) };
  });
}

/** What was given, changed or taken away, in words: "Tone formal", "Tone not set". */
export function labelChanges(before: LoggedRow, after: LoggedRow, labels: Labels): string[] {
  const [was, is] = [givenLabels(before, labels), givenLabels(after, labels)];
  const textIn = (labels: readonly Given[], key: string) => labels.find((one) => one.key === key)?.text;
  return [
    ...is.filter(({ key, text }) => textIn(was, key) !== text).map(({ name, text }) => `${name} ${text}`),
    ...was.filter(({ key }) => textIn(is, key) === undefined).map(({ name }) => `${name} not set`),
  ];
}

/** The change that makes own labels what they are in `then`: a `set` step leaves what it does not name. */
export function labelsChange(now: Row['labels'] | undefined, then: Row['labels'] | undefined): RowFields['labels'] {
  const gone = Object.fromEntries(Object.keys(now ?? {}).map((key) => [key, null]));
  const wanted = Object.entries(then ?? {}).map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]);
  return { ...gone, ...Object.fromEntries(wanted) };
}

/** Equal for the same labels, whatever the order of keys and values. */
export function saysLabels(labels: Row['labels'] | undefined): string {
  const each = Object.entries(labels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(each.map(([key, value]) => [key, Array.isArray(value) ? [...value].sort() : value]));
}

/** Whether a row lacks a label that it should have: one that is required, `good_align` or `good_mt`. */
export function lacksLabel(row: Row, labels: Labels): boolean {
  return labels.some((label) => !label.hidden && isAsked(label) && isMissing(label, row));
}

const isAsked = ({ key, required }: Label) => required || key === 'good_align' || key === 'good_mt';
const isMissing = (label: Label, row: Row) => applies(label, row) && givenValue(row, label.key) === null;

interface MissingLabel {
  name: string;
  rows: number;
}

/**
 * The rows that lack each label. One that is not required and that nobody has given in this review is not in use, and not
 * missed.
 */
export function rowsMissing(doc: Doc, labels: Labels): readonly { label: Label; rows: ReadonlySet<string> }[] {
  return labels.flatMap((label) => {
    if (label.hidden || !isAsked(label)) return [];
    const rows = new Set<string>();
    let used = label.required;
    for (const row of doc.rows.values()) {
      if (isMissing(label, row)) rows.add(row.id);
      else if (givenValue(row, label.key) !== null) used = true;
    }
    return used && rows.size > 0 ? [{ label, rows }] : [];
  });
}

/** How many rows lack each label. */
export function missingLabels(doc: Doc, labels: Labels): readonly MissingLabel[] {
  return rowsMissing(doc, labels).map(({ label, rows }) => ({ name: label.name, rows: rows.size }));
}

/** What rows can be filtered by, as the address has it: `key:value` each, and `key:` for rows without the label. */
export function choicesOf(label: Label): readonly string[] {
  const values = label.type === 'yes_no' ? ['true', 'false'] : offered(label).map(({ key }) => key);
  return [...values, ''].map((value) => `${label.key}:${value}`);
}

/** "formal", "yes" or "not set" of `key:value`. */
export function valueWords(labels: Labels, text: string): string {
  const at = text.indexOf(':');
  const [label, value] = [labelOf(labels, text.slice(0, at)), text.slice(at + 1)];
  if (value === '') return 'not set';
  if (label?.type === 'yes_no') return value === 'true' ? 'yes' : 'no';
  return nameOf(label, value);
}

export function labelText(labels: Labels, text: string): string {
  const key = text.slice(0, text.indexOf(':'));
  return `${labelOf(labels, key)?.name ?? key}: ${valueWords(labels, text)}`;
}

/** The values of a label that has one or several. */
export function valuesIn(value: LabelValue | null): readonly string[] {
  return Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
}

/** What a label becomes when one of its values is chosen, or chosen again: null where nothing is left. */
export function toggled(label: Pick<Label, 'type'>, value: LabelValue | null, key: string): LabelValue | null {
  const values = valuesIn(value);
  const has = values.includes(key);
  if (label.type !== 'tags') return has ? null : key;
  if (!has) return [...values, key];
  return values.length > 1 ? values.filter((other) => other !== key) : null;
}
