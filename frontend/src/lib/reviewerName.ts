/** Who made a review, in a sentence or a cell; the server withholds it from who is to adjudicate without names. */
export function reviewerName(person: { name: string; username: string } | null): string {
  return person ? person.name || person.username : 'an annotator';
}
