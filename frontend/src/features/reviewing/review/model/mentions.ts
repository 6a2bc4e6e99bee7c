/** The people whom a comment may mention: those who can read it, found by the beginning of a name. */

import { may } from '@/api/roles';
import type { Member, Schemas } from '@/api/types';
import type { ReviewState } from './types';

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
  const matching = people.filter(contains);
  return [...matching.filter(begins), ...matching.filter((person) => !begins(person))];
}

interface Readable {
  annotator: { id: number } | null;
  reader: { id: number };
  kind: Schemas['ReviewKind'];
  state: ReviewState;
}

/** Members who may see the review, as the server decides it (tests/contract/mentions), without the author of the
    comment. Annotators do not see each other's reviews. */
export function mentionable(
  members: readonly Member[],
  { annotator, reader, kind, state }: Readable,
): Member['user'][] {
  const sees = ({ role, user }: Member) =>
    (kind === 'review' && user.id === annotator?.id) ||
    may(role, 'reading', state === 'submitted' ? 'submitted_review' : 'any_review');
  return members.filter((member) => sees(member) && member.user.id !== reader.id).map(({ user }) => user);
}

/** An @ and a name, which may be followed by the full stop of a sentence. */
const mention = /(?<![\p{L}\p{N}_@.])@([\p{L}\p{N}_.+-]{1,150})/gu;

/** The names behind an @, and where the @ stands: as the server reads them (tests/contract/mentions). */
function namesIn(text: string): { name: string; at: number }[] {
  const found = [...text.matchAll(mention)].map(({ 1: name = '', index }) => ({
    name: name.replace(/\.+$/, ''),
    at: index,
  }));
  return found.filter(({ name }) => name !== '');
}

/** Names behind an @ that mention nobody: no member, or nobody who may read the review. */
export function unknownMentions(text: string, mentions: readonly string[]): string[] {
  const named = namesIn(text).map(({ name }) => name);
  return [...new Set(named)].filter((name) => !mentions.includes(name));
}

/** A comment's text in parts: every other one, from the second on, names somebody who is mentioned. */
export function mentionsIn(text: string, mentions: readonly string[]): string[] {
  const parts: string[] = [];
  let begin = 0;
  for (const { name, at } of namesIn(text).filter((found) => mentions.includes(found.name))) {
    const end = at + 1 + name.length;
    parts.push(text.slice(begin, at), text.slice(at, end));
    begin = end;
  }
  return [...parts, text.slice(begin)];
}
