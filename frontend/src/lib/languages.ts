/** Languages that people can be said to read: the list of them, and how they are put in words. */

import { language } from './format';

export interface LanguageChoice {
  value: string;
  label: string;
}

let named: LanguageChoice[] | null = null;

/** Every language with a tag of two letters that has an English name, by name; `known` are there in any case. */
export function languageChoices(known: readonly string[]): LanguageChoice[] {
  named ??= twoLetters()
    .map((value) => ({ value, label: language(value) }))
    .filter(({ value, label }) => value !== label);
  const values = new Set(named.map(({ value }) => value));
  const others = known.filter((value) => !values.has(value)).map((value) => ({ value, label: language(value) }));
  return [...named, ...others].toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
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
