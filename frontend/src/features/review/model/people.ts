/** Whom a person may mean by the beginning of a name. */

interface Person {
  username: string;
  name: string;
}

/** People whose name contains what was typed: first those of whom a name begins with it, else in the order given. */
export function namedBy<P extends Person>(people: readonly P[], typed: string): P[] {
  const needle = typed.toLowerCase();
  const begins = ({ username, name }: P) =>
    [username, ...name.split(/\s+/)].some((word) => word.toLowerCase().startsWith(needle));
  const contains = ({ username, name }: P) => `${username} ${name}`.toLowerCase().includes(needle);
  const found = people.filter(contains);
  return [...found.filter(begins), ...found.filter((person) => !begins(person))];
}
