/** The guide of annotators, as tests hold keys to it. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chordText } from '@/lib/chords';

/** Parts about pages with keys of their own; what is left is about reviews. */
const apart = ['Checking transcripts', 'Slide text', 'Spot checks', 'Segments', 'Passages'];
const guide = readFileSync(resolve(import.meta.dirname, '../../../docs/annotator.md'), 'utf8');
const parts = guide.split(/^(?=## )/m);
const titleOf = (part: string) => part.split('\n', 1)[0]?.replace('## ', '') ?? '';

export const aboutReviews = parts.filter((part) => !apart.includes(titleOf(part))).join('');

export function partAbout(title: string): string {
  const found = parts.find((part) => titleOf(part) === title);
  if (!found) throw new Error(`the guide has no part ${title}`);
  return found;
}

export const written = (chord: string) => chordText(chord, false).replaceAll(' ', '+');

export function keysIn(text: string): Set<string> {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, key]) => key as string);
  const isKey = (key: string) =>
    /^((Ctrl|Alt|Shift)\+)*([A-Z]|[0-9]|[↑↓←→.,/?+<>]|Enter|Esc|Del|Backspace|Home|End|Pg(Up|Dn)|F\d+)$/.test(key);
  return new Set(quoted.filter(isKey));
}
