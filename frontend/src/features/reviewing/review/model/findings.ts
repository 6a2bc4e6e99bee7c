/**
 * What a careful reader would ask about before a review is sent in: warnings about texts, and what was left open. Each can
 * be gone to; none keeps anybody from submitting.
 */

import { sliceCodePoints } from '@/lib/codePoints';
import { lookBelow } from '@/lib/confidence';
import { probability } from '@/lib/format';
import { type CheckName, isOverridden, type Warning, warningsOf, warningsOfAligned } from './checks';
import type { Doc } from './document';
import type { Glossary } from './glossary';
import { type Labels, labelOf, rowsMissing } from './labels';
import { shapeOf } from './shape';
import { sideText } from './text';
import type { Row } from './types';

/** In the order in which they are listed. */
export const groups = {
  drafts: 'Post-edits that are not saved',
  numbers: 'Numbers',
  terms: 'Terms',
  empty: 'Empty',
  untranslated: 'Untranslated',
  writing: 'Brackets and spaces',
  unlabelled: 'Unlabelled',
  doubtful: 'Doubtful, accepted several at once',
} as const;

export type Group = keyof typeof groups;

export interface Finding {
  group: Group;
  /** Ids; the first is gone to. */
  rows: readonly string[];
  text: string;
  /** What can be taken as right; null where only an edit settles it. */
  check: CheckName | null;
  /** Somebody has taken it as right. */
  isSettled: boolean;
}

const groupOf: Readonly<Record<CheckName, Group>> = {
  numbers: 'numbers',
  terms: 'terms',
  forbidden: 'terms',
  untranslated: 'untranslated',
  unchanged: 'writing',
  brackets: 'writing',
  spaces: 'writing',
};

/** Rows are immutable: each is looked at once for a glossary. */
const known = new WeakMap<Row, { glossary: Glossary | null; findings: readonly Finding[] }>();

/** Of the texts of a row alone. */
export function findingsOfTexts(doc: Doc, row: Row): readonly Finding[] {
  const { glossary } = doc.terms;
  const before = known.get(row);
  if (before?.glossary === glossary) return before.findings;
  const warnings = row.post_edit === null ? ofAligned(doc, row) : warningsOf(doc, row);
  const findings = warnings.map((warning) => ({
    group:
      row.post_edit?.trim() === '' && warning.check === 'untranslated' ? ('empty' as const) : groupOf[warning.check],
    rows: [row.id],
    text: warning.text,
    check: warning.check,
    isSettled: isOverridden(row, warning),
  }));
  known.set(row, { glossary, findings });
  return findings;
}

/** Of a text that nobody has post-edited, once it was accepted as a good translation or not judged. */
function ofAligned(doc: Doc, row: Row): readonly Warning[] {
  return row.status === 'proposed' || row.good_mt === false ? [] : warningsOfAligned(doc, row);
}

/** All of a review, group by group, in the order of the rows. `drafts`: post-edits that are not saved. */
export function findingsOf(doc: Doc, labels: Labels, drafts: ReadonlyMap<string, string>): readonly Finding[] {
  const rows = doc.order.flatMap((id) => doc.rows.get(id) ?? []);
  const reviewed = rows.filter(({ status }) => status !== 'proposed');
  const found = [
    ...rows.flatMap((row) => draftFound(row, drafts.get(row.id))),
    ...rows.flatMap((row) => findingsOfTexts(doc, row)),
    ...(doc.kind === 'bitext' ? withoutReason(reviewed, labels) : []),
    ...unlabelled(doc, labels),
    ...doubtful(doc, reviewed),
  ];
  const order = Object.keys(groups);
  // Stable: within a group they stay in the order of the rows.
  return found.sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
}

function draftFound({ id }: Row, draft: string | undefined): Finding[] {
  if (draft === undefined) return [];
  return [{ group: 'drafts', rows: [id], text: `Not saved: “${startOf(draft)}”`, check: null, isSettled: false }];
}

/** Where reasons are given at all, an empty side without one. */
function withoutReason(reviewed: readonly Row[], labels: Labels): Finding[] {
  const label = labelOf(labels, 'null_reason');
  const isUsed = label?.required || reviewed.some(({ null_reason }) => null_reason !== '');
  if (!label || label.hidden || !isUsed) return [];
  return reviewed.flatMap((row): Finding[] => {
    const { empty } = shapeOf(row);
    if (empty === null || row.null_reason !== '') return [];
    const side = row.target.some(({ removed }) => !removed) ? 'source' : 'target';
    return [{ group: 'empty', rows: [row.id], text: `No ${side} and no reason.`, check: null, isSettled: false }];
  });
}

function unlabelled(doc: Doc, labels: Labels): Finding[] {
  return rowsMissing(doc, labels).flatMap(({ label, rows }): Finding[] => {
    const open = doc.order.filter((id) => rows.has(id) && doc.rows.get(id)?.status !== 'proposed');
    if (open.length === 0 || label.key === 'null_reason') return [];
    const text = `${label.name} not set: ${rowsInWords(doc, open)}.`;
    return [{ group: 'unlabelled', rows: open, text, check: null, isSettled: false }];
  });
}

/** Rows that an edit of several accepted, though the engine was unsure: rows of one edit have one time. */
function doubtful(doc: Doc, reviewed: readonly Row[]): Finding[] {
  const together = new Map<string, number>();
  for (const { changed_at: at } of reviewed) if (at) together.set(at, (together.get(at) ?? 0) + 1);
  return reviewed.flatMap((row): Finding[] => {
    const { confidence, changed_at: at } = row;
    const isUnsure = confidence !== null && confidence < lookBelow && !row.edited && row.post_edit === null;
    if (!isUnsure || !(row.status === 'implicit' || (at && (together.get(at) ?? 0) > 1))) return [];
    const { source, target } = shapeOf(row);
    const text = `${probability(confidence)}, ${source}:${target}. “${startOf(sideText(doc, row, 'source') || sideText(doc, row, 'target'))}”`;
    return [{ group: 'doubtful', rows: [row.id], text, check: null, isSettled: false }];
  });
}

/** Enough to know a text by; no character is cut in two. */
function startOf(text: string): string {
  const start = sliceCodePoints(text, 0, mostQuoted);
  return start.length < text.length ? `${start}…` : start;
}

const mostQuoted = 40;

/** "53 to 58", "4, 9 and 12 more": numbers as people count. */
function rowsInWords(doc: Doc, ids: readonly string[]): string {
  const places = new Map(doc.order.map((id, at) => [id, at + 1]));
  const numbers = ids.map((id) => places.get(id) as number);
  const [first, last] = [numbers[0] as number, numbers.at(-1) as number];
  if (numbers.length > 2 && last - first + 1 === numbers.length) return `${first} to ${last}`;
  const more = numbers.length - mostNamed;
  return `${numbers.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const mostNamed = 6;

export function openFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ isSettled }) => !isSettled);
}

/** How many things there are to look at: a line that is about many rows counts for each. */
export function countFindings(findings: readonly Finding[]): number {
  return findings.reduce((n, { rows }) => n + rows.length, 0);
}
