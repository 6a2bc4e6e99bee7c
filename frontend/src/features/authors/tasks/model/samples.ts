import { readCells, unclosedQuote } from '@/lib/csvCells';
import type { SampleLine } from '../requests';
import { filesOfZip, type Packed } from './zip';

/** A sample of a list, with the file of its sound; that of its picture goes with the list. */
export interface ListedSample extends SampleLine {
  file: string;
}

/** A file that goes by itself once the list is sent. */
export interface FileToSend {
  position: number;
  file: string;
}

export interface SampleList {
  samples: ListedSample[];
  /** Sounds and pictures by the names that the list has for them. */
  files: Map<string, Packed>;
  /** What keeps the list from being used, a sentence each. */
  problems: string[];
}

const columns = ['set', 'system', 'text', 'reference', 'picture', 'alt', 'trap', 'file'] as const;
type Column = (typeof columns)[number];

/** The largest sound, and the largest picture, that the server takes. */
export const MOST_FILE_BYTES = 20_000_000;
const isList = (name: string) => /\.(tsv|csv|txt)$/i.test(name);
const lastPart = (name: string) => name.slice(name.lastIndexOf('/') + 1);
const isHidden = (name: string) => name.startsWith('__MACOSX/') || lastPart(name).startsWith('.');
const shown = 8;

/** A trap's right answers: `2`, or `1-2` from the least to the greatest. Null for what is neither. */
export function readTrap(cell: string): [number, number] | null {
  const match = /^(\d(?:\.5)?)(?:\s*[-–]\s*(\d(?:\.5)?))?$/.exec(cell.trim());
  if (!match) return null;
  const low = Number(match[1]);
  return [low, match[2] === undefined ? low : Number(match[2])];
}

/** Reads a list: a line of headings, then a sample a line. */
export function readSamples(text: string, isSound: boolean): Omit<SampleList, 'files'> {
  const lines = readCells(text);
  const [first, ...rows] = lines;
  const none = (problem: string) => ({ samples: [], problems: [problem] });
  if (!first) return none('The list is empty.');
  const unclosed = unclosedQuote(lines);
  if (unclosed) return none(unclosed);
  const named = first.fields.map((field) => field.trim().toLowerCase());
  const missing = ['set', 'system', isSound ? 'file' : 'text'].filter((column) => !named.includes(column));
  if (missing.length > 0)
    return none(`The first line has no column ${missing.join(', ')}. It names the columns: ${columns.join(', ')}.`);
  const at = Object.fromEntries(columns.map((column) => [column, named.indexOf(column)])) as Record<Column, number>;
  const problems: string[] = [];
  const samples = rows.map(({ line, fields }) => {
    const cell = (column: Column) => (fields[at[column]] ?? '').trim();
    const trap = cell('trap') ? readTrap(cell('trap')) : null;
    if (cell('trap') && !trap)
      problems.push(`Line ${line}: the attention check “${cell('trap')}” has no right answer such as 2, or 1-2.`);
    if (!cell('set')) problems.push(`Line ${line}: there is no set.`);
    if (isSound && !cell('file')) problems.push(`Line ${line}: there is no file.`);
    return {
      set: cell('set'),
      system: cell('system'),
      text: cell('text'),
      reference: cell('reference'),
      picture: cell('picture'),
      alt: cell('alt'),
      trap,
      file: cell('file'),
    };
  });
  if (samples.length === 0) return none('The list has no samples below its first line.');
  return { samples, problems };
}

/** The list, and the sounds or pictures, in chosen files: those themselves, or an archive of them. */
export async function readFiles(chosen: readonly File[], isSound: boolean): Promise<SampleList> {
  const all: Packed[] = [];
  for (const file of chosen) {
    if (/\.zip$/i.test(file.name)) {
      try {
        all.push(...(await filesOfZip(file, MOST_FILE_BYTES)));
      } catch (error) {
        return { samples: [], files: new Map(), problems: [`${file.name}: ${(error as Error).message}`] };
      }
    } else all.push({ name: file.name, bytes: () => Promise.resolve(file) });
  }
  const seen = all.filter(({ name }) => !isHidden(name));
  const lists = seen.filter(({ name }) => isList(name));
  const none = (problem: string) => ({ samples: [], files: new Map<string, Packed>(), problems: [problem] });
  const [list, other] = lists;
  if (!list) return none('There is no list of the samples: a file that ends in .tsv or .csv.');
  if (other) return none(`There are two lists, ${list.name} and ${other.name}.`);
  const text = await (await list.bytes()).text();
  const { samples, problems } = readSamples(text, isSound);
  const files = new Map<string, Packed>();
  for (const each of seen) if (!isList(each.name)) files.set(each.name, each).set(lastPart(each.name), each);
  const wanted = samples.map(({ file, picture }) => (isSound ? file : picture));
  const lost = [...new Set(wanted)].filter((file) => file && !files.has(file));
  if (lost.length > 0) {
    const more = lost.length > shown ? ` and ${lost.length - shown} more` : '';
    problems.push(`The list names files that are not here: ${lost.slice(0, shown).join(', ')}${more}.`);
  }
  return { samples, files, problems };
}

/** The sound of each sample, or the picture of each set that has one. */
export function filesToSend(samples: readonly ListedSample[], isSound: boolean): FileToSend[] {
  if (isSound) return samples.map(({ file }, position) => ({ position, file }));
  const sets = new Set<string>();
  return samples.flatMap(({ set, picture }, position) => {
    if (!picture || sets.has(set)) return [];
    sets.add(set);
    return [{ position, file: picture }];
  });
}

/** What a list says as a whole. */
export function tallySamples(samples: readonly ListedSample[]) {
  const systems = new Set(samples.map(({ system }) => system).filter(Boolean));
  return {
    sets: new Set(samples.map(({ set }) => set)).size,
    systems: systems.size,
    traps: samples.filter(({ trap }) => trap).length,
  };
}
