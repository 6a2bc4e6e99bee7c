/** Languages that people can be said to read: the list of them, and how they are put in words. */

import { language } from './format';

export interface LanguageChoice {
  value: string;
  label: string;
}

const byLabel = new Intl.Collator('en');
let named: LanguageChoice[] | null = null;

/** Every language with a tag of two letters that has an English name, by name; `known` are there in any case. */
export function languageChoices(known: readonly string[]): LanguageChoice[] {
  named ??= inOrder(
    twoLetters()
      .map((value) => ({ value, label: language(value) }))
      .filter(({ value, label }) => value !== label),
  );
  const values = new Set(named.map(({ value }) => value));
  const others = known.filter((value) => !values.has(value)).map((value) => ({ value, label: language(value) }));
  return others.length > 0 ? inOrder([...named, ...others]) : named;
}

function inOrder(choices: readonly LanguageChoice[]): LanguageChoice[] {
  return choices.toSorted((one, other) => byLabel.compare(one.label, other.label));
}

function twoLetters(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return letters.flatMap((first) => letters.map((second) => first + second));
}

/** The tag of a language as it is kept for people: without script and region. */
export function primary(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? '';
}

/** "German and English"; "all languages" where none is named. */
export function languagesInWords(languages: readonly string[]): string {
  if (languages.length === 0) return 'all languages';
  return new Intl.ListFormat('en-GB').format(languages.map(language));
}
