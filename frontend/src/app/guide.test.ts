/** Pages with keys of their own have them in the guide of annotators, and the guide has no others. */

import { expect, it } from 'vitest';
import { boxKeys, fieldKeys, keys as slideText } from '@/features/decks/slideText/keys';
import { keys as pass, fieldKeys as passFieldKeys } from '@/features/recordings/pass/keys';
import { keys as segments } from '@/features/recordings/segments/keys';
import { keys as passages } from '@/features/summaries/passages/keys';
import { fieldKeys as spotCheckFieldKeys, keys as spotChecks } from '@/features/teams/spotChecks/keys';
import { keysIn, partAbout, written } from '@/test/guide';

it.each([
  ['Checking transcripts', [pass, passFieldKeys]],
  ['Slide text', [slideText, fieldKeys, boxKeys]],
  ['Spot checks', [spotChecks, spotCheckFieldKeys]],
  ['Segments', [segments]],
  ['Passages', [passages]],
])('names the keys of %s', (title, tables) => {
  const named = keysIn(partAbout(title));
  const actions = tables.flatMap((table) => Object.values<readonly string[]>(table));
  const known = new Set(actions.flat().map(written));
  // The sheet of keys is on every page, and of digits a range is named.
  const first = tables.slice(0, 1).flatMap((table) => Object.values<readonly string[]>(table));
  const unnamed = first.filter((chords) => !chords.some((chord) => named.has(written(chord)) || /^[?\d]$/.test(chord)));
  expect(unnamed).toEqual([]);
  expect([...named].filter((key) => !known.has(key))).toEqual([]);
});
