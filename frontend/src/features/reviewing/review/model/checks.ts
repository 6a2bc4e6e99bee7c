/**
 * What looks wrong in a post-edit, found in its text alone. A warning is a hint: a person may override it, which the row
 * remembers until its text changes (`overridden`).
 */

import type { Doc } from './document';
import { type Glossary, renderingsOf } from './glossary';
import { sideText } from './text';
import type { Row } from './types';

/** Stored with rows: renaming one loses what was overridden. */
export type CheckName = 'numbers' | 'brackets' | 'spaces' | 'untranslated' | 'unchanged' | 'terms' | 'forbidden';

export interface Warning {
  check: CheckName;
  /** A sentence for the person. */
  text: string;
}

type Check = (text: string, source: string, aligned: string, glossary: Glossary | null) => string | null;

/** Of what was said in a talk, the paper's sentence is no original: its numbers and words need not be there. */
const ofTranslations: ReadonlySet<CheckName> = new Set(['numbers', 'untranslated', 'terms', 'forbidden']);

const checks: Readonly<Record<CheckName, Check>> = {
  numbers: (text, source) => {
    const [numbers, wanted] = [numbersIn(text), numbersIn(source)];
    const missing = without(wanted, numbers).filter((number) => !text.includes(kanji[number.value] ?? '\0'));
    // A figure for what the source writes as a word is no mistake.
    const added = without(numbers, wanted).filter(({ value }) => value > 9);
    const faults = [
      missing.length > 0 && `The source has ${listed(missing)}, this text does not.`,
      added.length > 0 && `This text has ${listed(added)}, the source does not.`,
    ];
    return faults.filter(Boolean).join(' ') || null;
  },
  brackets: (text) => {
    const open: string[] = [];
    for (const character of text) {
      if (closing.has(character)) open.push(character);
      else if (opening.has(character) && open.pop() !== opening.get(character))
        return `${character} closes a bracket that is not open.`;
    }
    const last = open.at(-1);
    return last === undefined ? null : `${last} is not closed.`;
  },
  spaces: (text) => (/[ \u00a0\u3000]{2}/u.test(text) ? 'There are two spaces in a row.' : null),
  untranslated: (text, source) => {
    if (source === '') return null;
    if (text.trim() === '') return 'The text is empty.';
    return /\p{L}{2}/u.test(text) && plain(text) === plain(source) ? 'The text is the same as the source.' : null;
  },
  unchanged: (text, _, aligned) =>
    text !== aligned && text !== '' && text.replaceAll(/\s/gu, '') === aligned.replaceAll(/\s/gu, '')
      ? 'Only spaces differ from the text as it was aligned.'
      : null,
  terms: (text, source, _, glossary) => {
    const { missing } = glossary?.faults(source, text) ?? { missing: [] };
    return some(missing.map((terms) => `“${terms[0]?.source}” should be ${renderingsOf(terms)}.`));
  },
  forbidden: (text, source, _, glossary) => {
    const { forbidden } = glossary?.faults(source, text) ?? { forbidden: [] };
    return some(forbidden.map(({ term, used }) => `“${used}” must not stand for “${term.source}”.`));
  },
};

/** Warnings about a text of a row; by default its saved post-edit, and none where there is none. */
export function warningsOf(
  doc: Doc,
  row: Row,
  text: string | null = row.post_edit,
  glossary: Glossary | null = doc.terms.glossary,
): readonly Warning[] {
  if (text === null) return [];
  const [source, aligned] = [sideText(doc, row, 'source'), sideText(doc, row, 'target')];
  // A text that nobody has changed is not a post-edit.
  if (text === aligned && row.post_edit === null) return [];
  const isTranslation = doc.kind === 'bitext' && doc.sourceLanguage !== doc.targetLanguage;
  return (Object.keys(checks) as CheckName[]).flatMap((check) => {
    if (ofTranslations.has(check) && (!isTranslation || source === '')) return [];
    const warning = checks[check](text, source, aligned, glossary);
    return warning === null ? [] : [{ check, text: warning }];
  });
}

export function isOverridden(row: Row, { check }: Warning): boolean {
  // A copy that an earlier version kept on this device lacks the field.
  return row.overridden?.includes(check) ?? false;
}

const standing = new WeakMap<Row, { glossary: Glossary | null; warnings: readonly Warning[] }>();

/** Warnings about the saved post-edit that nobody has overridden. Rows are immutable, so each is checked once. */
export function standingWarnings(doc: Doc, row: Row): readonly Warning[] {
  if (row.post_edit === null) return [];
  const { glossary } = doc.terms;
  const known = standing.get(row);
  if (known?.glossary === glossary) return known.warnings;
  const warnings = warningsOf(doc, row).filter((warning) => !isOverridden(row, warning));
  standing.set(row, { glossary, warnings });
  return warnings;
}

/** The first few of several sentences, and how many more there are. */
function some(sentences: readonly string[]): string | null {
  if (sentences.length === 0) return null;
  const more = sentences.length - mostSentences;
  return [...sentences.slice(0, mostSentences), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

const mostSentences = 3;

const closing = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['（', '）'],
  ['［', '］'],
  ['「', '」'],
  ['『', '』'],
  ['【', '】'],
  ['〈', '〉'],
  ['《', '》'],
]);
const opening = new Map([...closing].map(([first, last]) => [last, first]));

interface Figure {
  value: number;
  /** As it is written. */
  text: string;
}

/** As Japanese and Chinese write small numbers, from one to ten. */
const kanji: Readonly<Record<number, string>> = Object.fromEntries(
  Array.from('一二三四五六七八九十', (character, at) => [at + 1, character]),
);

const scales: ReadonlyMap<string, number> = new Map([
  ['百', 1e2],
  ['千', 1e3],
  ['万', 1e4],
  ['億', 1e8],
  ['兆', 1e12],
  ['hundred', 1e2],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

const figure = new RegExp(`(\\d+(?:[.,]\\d+)*)(?:\\s?(${[...scales.keys()].join('|')})(?!\\p{Ll}))?`, 'giu');

/** Figures in any script's digits, with the words that scale them: "1.5 million", "150万". */
function numbersIn(text: string): Figure[] {
  const latin = text.normalize('NFKC').replaceAll(/\p{Nd}/gu, latinDigit);
  return Array.from(latin.matchAll(figure), ([written, digits = '', scale]) => ({
    value: Math.round(numberOf(digits) * (scales.get(scale?.toLowerCase() ?? '') ?? 1) * 1e6) / 1e6,
    text: written.trim(),
  }));
}

/** The digits 0 to 9 of a script have consecutive code points. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) as number;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** 1,000 and 1.000 are a thousand, 1.5 and 1,5 one and a half. */
function numberOf(digits: string): number {
  if (/^\d{1,3}(?:[.,]\d{3})+$/u.test(digits)) return Number(digits.replaceAll(/[.,]/gu, ''));
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (at < 0) return Number(digits);
  return Number(`${digits.slice(0, at).replaceAll(/[.,]/gu, '')}.${digits.slice(at + 1)}`);
}

/** Those of `all` that have no partner of the same value in `others`. */
function without(all: readonly Figure[], others: readonly Figure[]): Figure[] {
  const left = new Map<number, number>();
  for (const { value } of others) left.set(value, (left.get(value) ?? 0) + 1);
  return all.filter(({ value }) => {
    const n = left.get(value) ?? 0;
    if (n > 0) left.set(value, n - 1);
    return n === 0;
  });
}

function listed(numbers: readonly Figure[]): string {
  const texts = [...new Set(numbers.map(({ text }) => text))];
  return texts.length > 3 ? `${texts.slice(0, 3).join(', ')} and ${texts.length - 3} more numbers` : texts.join(', ');
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s/gu, '');
}
