import { placeWords, type SentencePlace } from '../grid/places';
import type { RowChange } from '../model/realign';

/** What taking the proposal would do to the span. */
export function proposedWords(change: RowChange, places: readonly SentencePlace[]): string {
  const moves = [
    ...change.comes.target.map(({ from }) => `words from ${from}`),
    ...[...change.goes.values()].map((to) => `words to ${to ?? 'a span of its own'}`),
  ];
  if (change.sentence === undefined) return moves.join(', ') || 'its sentence stays';
  const place = change.sentence === null ? null : places[change.sentence];
  return [place ? `would be about ${placeWords(place)}` : 'would have no sentence', ...moves].join(', ');
}
