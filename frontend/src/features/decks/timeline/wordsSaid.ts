/** The words that a page and what was said over it have in common. */

import { useMemo } from 'react';
import { useDefaults } from '@/api/defaults';
import { type Word, wordsIn } from '@/ui/large/words';

export type SharedWords = (text: string) => readonly Word[];

/** Of a text that was said: its words that the page has too. None until it is known which words say nothing. */
export function useSharedWords(page: string, pageLanguage: string, language: string): SharedWords {
  const { data: defaults } = useDefaults();
  return useMemo((): SharedWords => {
    if (!defaults) return () => [];
    const stop = new Set(defaults.stop_words);
    const shown = new Set(wordsIn(page, pageLanguage).map(({ key }) => key));
    return (text) => wordsIn(text, language).filter(({ key }) => shown.has(key) && !stop.has(key));
  }, [defaults, page, pageLanguage, language]);
}
