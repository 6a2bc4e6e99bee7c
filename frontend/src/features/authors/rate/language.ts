import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { words as english } from './words/en';

type Widened<T> = T extends string
  ? string
  : T extends (...parameters: never[]) => unknown
    ? T
    : { [name in keyof T]: Widened<T[name]> };
/** What a catalogue has to say. */
export type Words = Widened<typeof english>;

const others = import.meta.glob<{ words: Words }>(['./words/*.ts', '!./words/en.ts']);
const tagOf = (file: string) => file.replace(/^.*\/|\.ts$/g, '');

/** The languages that there is a file for, English first. */
export const languages: readonly string[] = ['en', ...Object.keys(others).map(tagOf).sort()];

/** What each calls itself, before its file is here. */
export function nameOf(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}

async function load(language: string): Promise<Words> {
  const file = others[`./words/${language}.ts`];
  return file ? (await file()).words : english;
}

/** What the browser asks for among these, English without one: for a link that does not work, whose language nobody knows. */
export function languageOfBrowser(): string {
  const wanted = navigator.languages.map((tag) => tag.split('-', 1)[0] ?? '');
  return wanted.find((tag) => languages.includes(tag)) ?? 'en';
}

const key = 'lectern-rate-language';

/** What the author has chosen on this device; null where they have not, or nothing is kept. */
export function chosenLanguage(): string | null {
  try {
    const chosen = localStorage.getItem(key);
    return chosen !== null && languages.includes(chosen) ? chosen : null;
  } catch {
    return null;
  }
}

function keepLanguage(language: string) {
  try {
    localStorage.setItem(key, language);
  } catch {
    // It lasts as long as this page does.
  }
}

/** The words of a language, null until its file is here. Without the file, which a phone may fail to get, English. */
export function useWordsOf(language: string): Words | null {
  const [loaded, setLoaded] = useState<{ language: string; words: Words } | null>(null);
  useEffect(() => {
    if (language === 'en') return;
    let wanted = true;
    load(language)
      .catch(() => english)
      .then((words) => wanted && setLoaded({ language, words }));
    return () => {
      wanted = false;
    };
  }, [language]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  if (language === 'en') return english;
  return loaded?.language === language ? loaded.words : null;
}

/** The author's own choice, which lasts. */
export function useChosenLanguage() {
  const [chosen, setChosen] = useState(chosenLanguage);
  const choose = useCallback((language: string) => {
    keepLanguage(language);
    setChosen(language);
  }, []);
  return { chosen, choose };
}

interface Spoken {
  words: Words;
  language: string;
  choose: (language: string) => void;
}

export const SpokenContext = createContext<Spoken>({ words: english, language: 'en', choose: () => undefined });

export const useSpoken = () => useContext(SpokenContext);
export const useWords = () => useSpoken().words;

/** A moment as the language writes it, where the browser is: with its zone, as e-mails name another one. */
export function momentIn(words: Words, iso: string): string {
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat(words.dates, { ...day, ...time }).format(new Date(iso));
}
