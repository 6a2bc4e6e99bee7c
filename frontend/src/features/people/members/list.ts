import type { ListedPerson } from '@/features/people/requests/memberInvitations';
import { readCells, unclosedQuote } from '@/lib/csvCells';

/** What a list of people says, as text: one person a line, with name, e-mail address, role, and the languages that they read. */
interface PeopleList {
  people: ListedPerson[];
  /** What is wrong with the list as a whole; the people are then none. */
  problem: string | null;
}

type Column = 'name' | 'email' | 'role' | 'languages';

const headings: Record<string, Column> = {
  name: 'name',
  'full name': 'name',
  email: 'email',
  'e-mail': 'email',
  mail: 'email',
  'e-mail address': 'email',
  'email address': 'email',
  role: 'role',
  languages: 'languages',
  reads: 'languages',
};

/** The largest list that the server takes at once. */
export const mostPeople = 500;

/**
 * Reads a list as spreadsheets export it: commas, semicolons or tabs between the columns, quotes around texts that hold
 * them. With a line of headings the columns come in any order; without, they are name, e-mail address, role, languages: a line may
 * be an address alone, and who has no role there is an annotator.
 * Empty lines are left out. Lines are counted as an editor counts them: from 1, a quoted line break among them.
 */
export function readPeople(text: string): PeopleList {
  const lines = readCells(text);
  const first = lines[0];
  if (!first) return { people: [], problem: 'The list is empty.' };
  const unclosed = unclosedQuote(lines);
  if (unclosed) return { people: [], problem: unclosed };
  const named = first.fields.map((field) => headings[field.trim().toLowerCase()]);
  const hasHeadings = named.includes('email');
  if (!hasHeadings && !lines.some(({ fields }) => fields.some((field) => field.includes('@')))) {
    return { people: [], problem: 'No line holds an e-mail address. Expected columns: name, e-mail, role.' };
  }
  const columns: (Column | undefined)[] = hasHeadings ? named : ['name', 'email', 'role', 'languages'];
  const at = (fields: string[], column: Column) => (fields[columns.indexOf(column)] ?? '').trim();
  const people = lines.slice(hasHeadings ? 1 : 0).map(({ line, fields }) => {
    const [only = ''] = fields;
    const isAddress = !hasHeadings && fields.length === 1 && only.includes('@');
    const languages = at(fields, 'languages')
      .split(/[\s,;|]+/)
      .filter(Boolean);
    const role = at(fields, 'role').toLowerCase();
    return {
      line,
      name: isAddress ? '' : at(fields, 'name'),
      email: isAddress ? only.trim() : at(fields, 'email'),
      role: hasHeadings ? role : role || 'annotator',
      ...(languages.length > 0 && { languages }),
    };
  });
  if (people.length === 0) return { people, problem: 'The list has headings and nobody below them.' };
  if (people.length > mostPeople) {
    return {
      people: [],
      problem: `The list names ${people.length} people; ${mostPeople} is the limit. Split the list.`,
    };
  }
  return { people, problem: null };
}
