/** What a replacement would change, looked for while somebody types, and how that is said. */

import { useEffect, useRef, useState } from 'react';
import { plural } from '@/lib/format';
import type { RowText } from '../model/replace';
import { literalSource } from './job';
import { Matcher } from './matcher';

/** Long enough that a word is looked for, and not each of its letters. */
const pauseMilliseconds = 200;

export interface Search {
  find: string;
  replacement: string;
  isExpression: boolean;
  matchesCase: boolean;
}

export interface Change extends RowText {
  before: string;
  n: number;
}

/** null: still looked for. */
export type Answer = { changes: readonly Change[] } | { error: string } | null;

/** What a replacement would make of the texts; null while it is being looked for. */
export function useChanges(texts: readonly RowText[], search: Search): Answer {
  const [answer, setAnswer] = useState<Answer>(null);
  const matcher = useRef<Matcher>(new Matcher());
  useEffect(() => () => matcher.current.stop(), []);
  useEffect(() => {
    setAnswer(null);
    matcher.current.stop();
    const { find, replacement, isExpression, matchesCase } = search;
    if (!find) return;
    let isOld = false;
    const timer = setTimeout(async () => {
      try {
        const matches = await matcher.current.run({
          source: isExpression ? find : literalSource(find),
          flags: matchesCase ? 'u' : 'iu',
          texts: texts.map(({ text }) => text),
          replacement,
          literal: !isExpression,
        });
        const changes = matches.flatMap(({ at, n, text }): Change[] => {
          const of = texts[at];
          return of ? [{ id: of.id, before: of.text, text, n }] : [];
        });
        if (!isOld) setAnswer({ changes });
      } catch (error) {
        if (!isOld) setAnswer({ error: error instanceof Error ? error.message : String(error) });
      }
    }, pauseMilliseconds);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [texts, search]);
  return answer;
}

export function nothingWords(targetsToo: boolean): string {
  return targetsToo
    ? 'None of these rows has a target.'
    : 'None of these rows has a post-edit yet. Include targets without one to look through their texts.';
}

export function outcomeWords(search: Search, answer: Answer, nTexts: number): string {
  if (!search.find) return `${plural(nTexts, 'text')} to look through.`;
  if (!answer) return 'Searching';
  if ('error' in answer) return '';
  const places = answer.changes.reduce((n, change) => n + change.n, 0);
  if (places === 0) return `Not found in ${plural(nTexts, 'text')}.`;
  return `Found ${plural(places, 'place')} in ${plural(answer.changes.length, 'row')}.`;
}
