import { count } from '@/lib/format';
import type { Agreement, Cell, Measure } from './requests';

export type Person = Agreement['people'][number];

export const statistic: Record<Measure['kind'], string> = {
  overlap: 'F1',
  pieces: 'α',
  values: 'α',
  sets: 'α, MASI',
};

/** An explanation of each statistic, for readers who do not know its letter. */
export const explained: Record<Measure['kind'], string> = {
  overlap: 'F1: what both have, over the mean of what each has',
  pieces: 'Krippendorff’s α over the pieces of the target, by the MASI distance of their sources',
  values: 'Krippendorff’s α',
  sets: 'Krippendorff’s α of sets of tags, by the MASI distance',
};

export const personName = (person: Person | undefined) => person?.name || person?.username || 'Somebody';
export const firstName = (person: Person | undefined) => personName(person).split(/\s/u)[0] ?? '';

const words: Record<string, string> = { '': 'not set', has: 'has it', lacks: 'does not' };

/** The text of a value in a cell: tags are a list in JSON. */
export function saidText(value: string): string {
  if (!value.startsWith('[')) return words[value] ?? value;
  try {
    const tags = JSON.parse(value) as string[];
    return tags.length > 0 ? tags.join(', ') : 'none';
  } catch {
    return value;
  }
}

const order = ['yes', 'linked', 'has', 'same', 'no', 'null', 'lacks', 'overlapping', 'removed', 'different'];

/** All that was said, in the order of the rows and columns of a confusion; not set comes last. */
export function valuesOf(cells: readonly Cell[]): string[] {
  const values = new Set(cells.flatMap(({ first, second }) => [first, second]));
  const place = (value: string) => (value === '' ? 1e6 : order.includes(value) ? order.indexOf(value) : 1e5);
  return [...values].sort((a, b) => place(a) - place(b) || a.localeCompare(b));
}

/** With more values than this, a confusion is a list. */
const mostColumns = 5;

export function isGrid(measure: Pick<Measure, 'kind' | 'cells'>): boolean {
  return measure.kind !== 'pieces' && measure.kind !== 'sets' && valuesOf(measure.cells).length <= mostColumns;
}

/** Cells of a list: where the two differ first, the most frequent first. */
export function listed(measure: Pick<Measure, 'kind' | 'cells'>): Cell[] {
  const agrees = (cell: Cell) => (measure.kind === 'pieces' ? cell.first === 'same' : cell.first === cell.second);
  return [...measure.cells].sort((a, b) => Number(agrees(a)) - Number(agrees(b)) || b.n - a.n);
}

/** "In 171 rows Aisha says yes and Tomás says no." */
export function cellSentence(measure: Measure, cell: Cell, first: string, second: string): string {
  const n = `In ${count(cell.n)} ${unitOf(measure, cell.n)}`;
  if (measure.kind === 'pieces') {
    if (cell.first === 'same') return `${n}, both name the same source.`;
    return cell.first === 'overlapping' ? `${n}, the sources overlap.` : `${n}, the sources are different.`;
  }
  if (measure.kind === 'overlap') {
    const things = `${count(cell.n)} ${unitOf(measure, cell.n)}`;
    if (cell.first === cell.second) return `${first} and ${second} both have ${things}.`;
    return `Only ${cell.first === 'has' ? first : second} has ${things}.`;
  }
  return `${n} ${first} says ${saidText(cell.first)} and ${second} says ${saidText(cell.second)}.`;
}

/** The units of each measure: rows, links, boundaries, pieces. */
export function unitOf({ kind, measure }: Pick<Measure, 'kind' | 'measure'>, n: number): string {
  if (kind === 'overlap' && measure === 'boundaries') return n === 1 ? 'boundary' : 'boundaries';
  const one = kind === 'overlap' ? 'link' : isPieces({ kind, measure }) ? 'piece' : 'row';
  return n === 1 ? one : `${one}s`;
}

const isPieces = ({ kind, measure }: Pick<Measure, 'kind' | 'measure'>) => kind === 'pieces' || measure === 'nulls';

/** The measure to look at first: the lowest that enough rows speak for. */
export function lowest(measures: readonly Measure[], few: number): Measure | undefined {
  const measured = measures.filter(({ value, n_units }) => value !== null && n_units >= few);
  return [...measured].sort((a, b) => (a.value ?? 0) - (b.value ?? 0))[0] ?? measures[0];
}
