import { readCells, unclosedQuote } from '@/lib/csvCells';
import type { AuthorsAsked } from './requests';

type Line = AuthorsAsked['lines'][number];
export type Column = 'name' | 'email' | 'talk' | 'system' | 'text' | 'language';

export interface AuthorList {
  lines: (Line & { line: number })[];
  /** Where the columns of a line begin, from 1, by the line's number. */
  columns: Map<number, Partial<Record<Column, number>>>;
  /** What is wrong with the list as a whole; there are no lines then. */
  problem: string | null;
}

const headings: Record<string, Column> = {
  name: 'name',
  author: 'name',
  'full name': 'name',
  email: 'email',
  'e-mail': 'email',
  mail: 'email',
  'e-mail address': 'email',
  'email address': 'email',
  talk: 'talk',
  paper: 'talk',
  title: 'talk',
  id: 'talk',
  system: 'system',
  text: 'text',
  language: 'language',
};

/** The largest list that the server takes at once. */
export const mostAuthors = 500;
const order: Column[] = ['name', 'email', 'talk', 'system', 'text', 'language'];

/**
 * Reads a list of authors. Below a line of headings the columns come in any order; without, as in `order`.
 *
 * run : the one that all of them rate, so that no line names a talk.
 */
export function readAuthors(text: string, run?: number): AuthorList {
  const none = (problem: string | null): AuthorList => ({ lines: [], columns: new Map(), problem });
  const read = readCells(text);
  const first = read[0];
  if (!first) return none(null);
  const unclosed = unclosedQuote(read);
  if (unclosed) return none(unclosed);
  const named = first.fields.map((field) => headings[field.trim().toLowerCase()]);
  const hasHeadings = named.includes('name') && named.includes(run === undefined ? 'talk' : 'email');
  const columns = hasHeadings ? named : order.filter((column) => run === undefined || column !== 'talk');
  const rows = read.slice(hasHeadings ? 1 : 0);
  if (rows.length === 0) return none('The list has headings but no authors.');
  if (rows.length > mostAuthors) {
    return none(`The list names ${rows.length} authors; the limit is ${mostAuthors}. Split the list.`);
  }
  const places = new Map<number, Partial<Record<Column, number>>>();
  const lines = rows.map(({ line, fields, columns: begins }) => {
    const place: Partial<Record<Column, number>> = {};
    const values = { name: '', email: '', talk: '', system: '', text: '', language: '' };
    columns.forEach((column, index) => {
      if (!column) return;
      values[column] = (fields[index] ?? '').trim();
      place[column] = begins[index];
    });
    places.set(line, place);
    return run === undefined ? { line, ...values } : { line, ...values, run };
  });
  return { lines, columns: places, problem: null };
}

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A list as text again, as `readAuthors` reads it. */
export function writeAuthors(authors: readonly { name: string; email: string; talk: string }[]): string {
  return ['name,email,talk', ...authors.map((each) => [each.name, each.email, each.talk].map(cell).join(','))].join(
    '\n',
  );
}

/** The text with other words for a field of a line, where the list has them once. */
export function withSuggestion(text: string, line: number, was: string, now: string): string {
  const rows = text.split('\n');
  const row = rows[line - 1];
  const at = row?.lastIndexOf(was) ?? -1;
  if (row === undefined || at < 0) return text;
  rows[line - 1] = row.slice(0, at) + cell(now) + row.slice(at + was.length);
  return rows.join('\n');
}

/** The text without the lines that have gone, headings kept: what is left to be put right. */
export function onlyLines(text: string, kept: ReadonlySet<number>, run?: number): string {
  const { lines } = readAuthors(text, run);
  const all = new Set(lines.map(({ line }) => line));
  return text
    .split('\n')
    .filter((_, index) => !all.has(index + 1) || kept.has(index + 1))
    .join('\n');
}
