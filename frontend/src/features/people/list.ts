import type { ListedPerson } from '@/api/memberInvitations';

/** What a list of people says, as text: one person a line, with name, e-mail address and role. */
export interface PeopleList {
  people: ListedPerson[];
  /** What is wrong with the list as a whole; the people are then none. */
  problem: string | null;
}

type Column = 'name' | 'email' | 'role';

const headings: Record<string, Column> = {
  name: 'name',
  'full name': 'name',
  email: 'email',
  'e-mail': 'email',
  mail: 'email',
  'e-mail address': 'email',
  'email address': 'email',
  role: 'role',
};

/** The largest list that the server takes at once. */
export const mostPeople = 500;

/**
 * Reads a list as spreadsheets export it: commas, semicolons or tabs between the columns, quotes around texts that hold
 * them. With a line of headings the columns come in any order; without, they are name, e-mail address, role.
 * Empty lines are left out. Lines are counted as an editor counts them: from 1, a quoted line break among them.
 */
export function readPeople(text: string): PeopleList {
  const clean = text.replace(/^\uFEFF/, '');
  const lines = cells(clean, separatorOf(clean)).filter(({ fields }) => fields.some((field) => field.trim()));
  const first = lines[0];
  if (!first) return { people: [], problem: 'The list is empty.' };
  const named = first.fields.map((field) => headings[field.trim().toLowerCase()]);
  const hasHeadings = named.includes('email');
  if (!hasHeadings && !lines.some(({ fields }) => fields.some((field) => field.includes('@')))) {
    return { people: [], problem: 'No line holds an e-mail address. Expected columns: name, e-mail, role.' };
  }
  const columns: (Column | undefined)[] = hasHeadings ? named : ['name', 'email', 'role'];
  const at = (fields: string[], column: Column) => (fields[columns.indexOf(column)] ?? '').trim();
  const people = lines.slice(hasHeadings ? 1 : 0).map(({ line, fields }) => ({
    line,
    name: at(fields, 'name'),
    email: at(fields, 'email'),
    role: at(fields, 'role').toLowerCase(),
  }));
  if (people.length === 0) return { people, problem: 'The list has headings and nobody below them.' };
  if (people.length > mostPeople) {
    return { people: [], problem: `The list names ${people.length} people; ${mostPeople} fit at once. Split it.` };
  }
  return { people, problem: null };
}

/** What stands between columns: whichever there is most of in the first line. */
function separatorOf(text: string): string {
  const first = text.split(/\r?\n/, 1)[0] ?? '';
  const counted = [',', ';', '\t'].map((mark) => [mark, first.split(mark).length] as const);
  return counted.reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

function cells(text: string, separator: string): { line: number; fields: string[] }[] {
  const found: { line: number; fields: string[] }[] = [];
  let fields: string[] = [];
  let field = '';
  let isQuoted = false;
  let line = 1;
  let startedAt = 1;
  const end = () => {
    fields.push(field);
    found.push({ line: startedAt, fields });
    [fields, field] = [[], ''];
  };
  for (let index = 0; index < text.length; index++) {
    const mark = text[index];
    if (mark === '\n') line++;
    if (isQuoted) {
      if (mark !== '"') field += mark;
      else if (text[index + 1] === '"') field += text[index++];
      else isQuoted = false;
    } else if (mark === '"' && field.trim() === '') {
      [isQuoted, field] = [true, ''];
    } else if (mark === separator) {
      fields.push(field);
      field = '';
    } else if (mark === '\n') {
      end();
      startedAt = line;
    } else if (mark !== '\r') {
      field += mark;
    }
  }
  if (field || fields.length > 0) end();
  return found;
}
