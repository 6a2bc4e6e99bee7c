/**
 * What looks wrong in a post-edit, found in its text alone. A warning is a hint: a person may override it, which the row
 * remembers until its text changes (`overridden`).
 */

import type { Doc } from './document';
import { type Glossary, renderingsOf } from './glossary';
import { type Numeral, numeralsIn } from './numerals';
import { sideText } from './text';
import type { Row } from './types';

/** Stored with rows: renaming one loses what was overridden. */
export type CheckName = 'numbers' | 'brackets' | 'spaces' | 'untranslated' | 'unchanged' | 'terms' | 'forbidden';

export interface Warning {
  check: CheckName;
  /** A sentence for the person. */
  text: string;
}

type Languages = Pick<Doc, 'sourceLanguage' | 'targetLanguage'>;

type Check = (
  text: string,
  source: string,
  aligned: string,
  glossary: Glossary | null,
  languages: Languages,
) => string | null;

/** Of what was said in a talk, the paper's sentence is no original: its numbers and words need not be there. */
const ofTranslations: ReadonlySet<CheckName> = new Set(['numbers', 'untranslated', 'terms', 'forbidden']);

const checks: Readonly<Record<CheckName, Check>> = {
  numbers: (text, source, _, __, languages) => numbersOff(text, source, languages),
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
  const isTranslation =
    doc.kind === 'bitext' && doc.sourceLanguage !== doc.targetLanguage && uncheckedWords(doc) === null;
  return (Object.keys(checks) as CheckName[]).flatMap((check) => {
    if (ofTranslations.has(check) && (!isTranslation || source === '')) return [];
    const warning = checks[check](text, source, aligned, glossary, doc);
    return warning === null ? [] : [{ check, text: warning }];
  });
}

/** What can be asked of a text as it was aligned, which nobody has post-edited: its numbers, its terms, and whether it is the source. */
export function warningsOfAligned(doc: Doc, row: Row): readonly Warning[] {
  const [source, aligned] = [sideText(doc, row, 'source'), sideText(doc, row, 'target')];
  const isTranslation =
    doc.kind === 'bitext' && doc.sourceLanguage !== doc.targetLanguage && uncheckedWords(doc) === null;
  if (!isTranslation || source === '' || aligned === '') return [];
  return (['numbers', 'untranslated', 'terms', 'forbidden'] as const).flatMap((check) => {
    const warning = checks[check](aligned, source, aligned, doc.terms.glossary, doc);
    return warning === null ? [] : [{ check, text: warning }];
  });
}

/** Why texts of this pair are not held to their sources; null where they are, or where they are no translations. */
export function uncheckedWords({ kind, sourceLanguage, targetLanguage }: Languages & Pick<Doc, 'kind'>): string | null {
  if (kind !== 'bitext' || (sourceLanguage && targetLanguage)) return null;
  const which = sourceLanguage
    ? 'language of the target is'
    : targetLanguage
      ? 'language of the source is'
      : 'languages are';
  return `Numbers and terms are not checked: the ${which} not known.`;
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

/** What one text has in digits and the other not, or more often. */
function numbersOff(text: string, source: string, { sourceLanguage, targetLanguage }: Languages): string | null {
  const [here, wanted] = [numeralsIn(text, targetLanguage), numeralsIn(source, sourceLanguage)];
  const faults = [
    ...unmatched(wanted, here, () => true).map((one) => differs('The source has', one, 'this text')),
    // A figure for what the source writes as a word is no mistake.
    ...unmatched(here, wanted, ({ value }) => value > 9).map((one) => differs('This text has', one, 'the source')),
  ];
  return some(faults);
}

interface Unmatched {
  text: string;
  /** How often it is there, and in the other text. */
  n: number;
  others: number;
}

/** Figures of `all` that `others` have less often, each once. */
function unmatched(
  all: readonly Numeral[],
  others: readonly Numeral[],
  isAsked: (figure: Numeral) => boolean,
): readonly Unmatched[] {
  const asked = new Map<number, Numeral>();
  for (const figure of all)
    if (figure.isFigure && isAsked(figure) && !asked.has(figure.value)) asked.set(figure.value, figure);
  return [...asked.values()].flatMap((figure) => {
    const n = all.filter(({ isFigure, value }) => isFigure && value === figure.value).length;
    const there = others.filter((other) => isSame(figure, other)).length;
    return there < n ? [{ text: figure.text, n, others: there }] : [];
  });
}

/** The 1980s are the eighties. */
function isSame(one: Numeral, other: Numeral): boolean {
  const decade = ({ value, isDecade }: Numeral) => (isDecade ? value % 100 : value);
  return (
    one.value === other.value ||
    (one.isDecade && decade(one) === other.value) ||
    (other.isDecade && decade(other) === one.value)
  );
}

function differs(who: string, { text, n, others }: Unmatched, other: string): string {
  if (others === 0) return `${who} ${text}, ${other} does not.`;
  return `${who} ${text} ${times(n)}, ${other} ${times(others)}.`;
}

function times(n: number): string {
  return ['never', 'once', 'twice', 'three times', 'four times'][n] ?? `${n} times`;
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s/gu, '');
}
