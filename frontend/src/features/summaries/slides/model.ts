import { figure, perHundred } from '@/lib/format';
import { fewest } from '@/lib/intervals';
import type { Cut, PublishedSlides, SlidesCorpus, SlidesFigure, SlidesRow, SlidesTable, SlidesTask } from './requests';

export interface Column {
  name: string;
  head: string;
  /** For whoever does not know the word. */
  meaning: string;
  /** Written as 87.4, not as .874. */
  isPercent: boolean;
  isLessBetter?: boolean;
  hasInterval?: boolean;
}

const more = { isPercent: true } as const;
const top = (k: number): Column[] => [
  {
    name: `top_${k}_precision`,
    head: `Top ${k}, P`,
    meaning: 'Key sentences among those chosen, mean over clips.',
    ...more,
  },
  {
    name: `top_${k}_recall`,
    head: `Top ${k}, R`,
    meaning: 'Chosen sentences among the key ones, mean over clips.',
    ...more,
  },
  { name: `top_${k}_f1`, head: `Top ${k}, F1`, meaning: 'The harmonic mean of P and R.', ...more, hasInterval: true },
];

export const columns: Record<SlidesTask, readonly Column[]> = {
  segmentation: [
    {
      name: 'accuracy',
      head: 'Accuracy, %',
      meaning: 'Share of sentences with the right cut or no cut; high even when nothing is found.',
      isPercent: true,
      hasInterval: true,
    },
    {
      name: 'f1',
      head: 'Boundary F1',
      meaning: 'What the slides and the method both have, over the mean of what each has.',
      isPercent: false,
      hasInterval: true,
    },
    {
      name: 'pk',
      head: 'Pk, less is better',
      meaning: 'How often two sentences half a segment apart are wrongly put together or apart.',
      isPercent: false,
      isLessBetter: true,
      hasInterval: true,
    },
    {
      name: 'window_diff',
      head: 'WindowDiff, less is better',
      meaning: 'How often the number of cuts between them is wrong.',
      isPercent: false,
      isLessBetter: true,
      hasInterval: true,
    },
  ],
  key_sentences: [...top(3), ...top(5)],
};

/** What tables are sorted by until somebody chooses. */
export const sortedAtFirst: Record<SlidesTask, string> = { segmentation: 'f1', key_sentences: 'top_3_f1' };

/** `87.4` or `.203`; an en dash where it is undefined. */
export function figureText(value: number | null | undefined, { isPercent }: Pick<Column, 'isPercent'>): string {
  if (value === null || value === undefined) return '–';
  return isPercent ? perHundred(value) : figure(value, 3);
}

/** "95 % interval .168 to .237", for a title. */
export function intervalText({ low, high }: SlidesFigure, column: Column): string {
  return low === null || high === null
    ? `No interval: fewer than ${fewest} talks`
    : `95 % interval ${figureText(low, column)} to ${figureText(high, column)}`;
}

/** The best of a column; null where there is none. */
export function bestOf(rows: readonly SlidesRow[], { name, isLessBetter }: Column): number | null {
  const values = rows.flatMap(({ figures }) => figures[name]?.value ?? []);
  if (values.length === 0) return null;
  return isLessBetter ? Math.min(...values) : Math.max(...values);
}

/** The best first; methods without the figure come last, in their order. */
export function sorted(rows: readonly Shown[], { name, isLessBetter }: Column): Shown[] {
  const rank = ({ figures }: Shown) => {
    const value = figures[name]?.value ?? null;
    return value === null ? Number.POSITIVE_INFINITY : isLessBetter ? value : -value;
  };
  return [...rows].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) < rank(b) ? -1 : 1));
}

/** A method of the page. isOld : of the table before, while its figures are computed anew. */
export interface Shown extends SlidesRow {
  table: number;
  isOld: boolean;
}

/** The rows of a task: those of the table that is computed, and of the last one what is not there yet. */
export function shownRows(task: SlidesTask, done: SlidesTable | undefined, going: SlidesTable | undefined): Shown[] {
  const fresh = (going?.rows ?? []).map((row) => ({ ...row, table: going?.id ?? 0, isOld: false }));
  const known = new Set(fresh.map(({ method }) => method));
  const old = (done?.rows ?? [])
    .filter(({ method }) => !known.has(method))
    .map((row) => ({ ...row, table: done?.id ?? 0, isOld: going !== undefined }));
  return [...fresh, ...old].filter((row) => row.task === task);
}

/** The key of a corpus, as the address and the choice have it. */
export const corpusKey = ({ basis, test_set }: Pick<SlidesCorpus, 'basis' | 'test_set'>): string =>
  test_set === null ? basis : `${basis}-${test_set}`;

export function corpusName({ basis, name }: SlidesCorpus): string {
  return { imported: 'As imported', gold: 'Gold', test_set: name }[basis];
}

/** Sentences that a cut may be off to count as near. */
export const near = 2;

const fitWords: Record<Cut['fit'], string> = { exact: 'exact', near: `within ${near}`, wrong: 'where no slide begins' };

/** "TextTiling: 3 exact, 1 within 2, 2 where no slide begins". */
export function cutsText(label: string, cuts: readonly Cut[]): string {
  const counts = (Object.keys(fitWords) as Cut['fit'][]).map(
    (fit) => `${cuts.filter((cut) => cut.fit === fit).length} ${fitWords[fit]}`,
  );
  return `${label}: ${cuts.length === 0 ? 'no cut' : counts.join(', ')}`;
}

export const publishedOf = (published: readonly PublishedSlides[], task: SlidesTask): PublishedSlides[] =>
  published.filter((row) => row.task === task);

/** Where else a method has figures. */
export interface Elsewhere {
  corpus: SlidesCorpus;
  row: SlidesRow;
}

/** The first other corpus on whose table a method could run. */
export function elsewhereOf(
  method: string,
  tables: readonly SlidesTable[],
  others: readonly SlidesCorpus[],
): Elsewhere | undefined {
  for (const corpus of others) {
    const table = tables.find((each) => each.state === 'succeeded' && corpusKey(each) === corpusKey(corpus));
    const row = table?.rows.find((each) => each.method === method && !each.why);
    if (row) return { corpus, row };
  }
  return undefined;
}
