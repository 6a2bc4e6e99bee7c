import { count, figure, plural } from '@/lib/format';
import type { PageKeys } from '@/lib/usePageKeys';
import type { PersonFigure, PersonWork } from './requests';

export const keys = {
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  rows: ['Enter'],
  before: ['ArrowLeft'],
  after: ['ArrowRight'],
  pause: ['p'],
  csv: ['d'],
} satisfies PageKeys;

/** What a figure is called, and where its rows are: a part of the page, or the page of agreement. */
interface Named {
  name: string;
  rows: '#rows-missed' | '#reviews' | 'agreement';
}

/** Figures in groups, in the order of the table. */
export const groups: readonly (readonly [title: string, figures: Readonly<Record<string, Named>>])[] = [
  ['Pace', { rows_per_hour: { name: 'Rows an hour', rows: '#reviews' } }],
  [
    'Planted errors',
    {
      repaired: { name: 'Planted errors repaired', rows: '#rows-missed' },
      marked: { name: 'Planted errors marked, not repaired', rows: '#rows-missed' },
      alarms: { name: 'False alarms: marked, nothing planted', rows: '#reviews' },
    },
  ],
  [
    'Links as the engine’s, same talks (circles: one review each)',
    {
      shown: { name: 'Proposal shown (F1)', rows: '#reviews' },
      blind: { name: 'Proposal hidden (F1)', rows: '#reviews' },
    },
  ],
  [
    'Agreement with others, first submissions',
    {
      links: { name: 'Links (α)', rows: 'agreement' },
      good_align: { name: 'Good alignment (α)', rows: 'agreement' },
      good_mt: { name: 'Good translation (α)', rows: 'agreement' },
    },
  ],
  ['Agreement with adjudicated gold', { gold: { name: 'Links as adjudicated (F1)', rows: '#reviews' } }],
];

const named: Readonly<Record<string, Named>> = Object.assign({}, ...groups.map(([, figures]) => figures));

export const nameOf = (key: string) => named[key]?.name ?? key;

export const isFew = ({ n }: PersonFigure, few: number) => n !== null && n < few;

/** The value of a figure, or a bound of it, as it is shown. */
export function words({ key }: PersonFigure, value: number | null): string {
  if (value === null) return '–';
  return key === 'rows_per_hour' ? count(Math.round(value)) : figure(value);
}

export function others(one: PersonFigure): string {
  if (one.least !== null) return `${words(one, one.least)} to ${words(one, one.most)}`;
  if (one.n_few > 0) return `${plural(one.n_few, 'other')} with too few`;
  return one.n_others === 1 ? 'only 1 other' : 'nobody to compare with';
}

const header = ['figure', 'value', 'low', 'high', 'n', 'others_least', 'others_most', 'n_others', 'is_apart'];

/** The table of figures, as a spreadsheet reads it. */
export function asCsv({ figures }: PersonWork) {
  const rows = figures.map((one) => [
    one.key,
    one.value,
    one.low,
    one.high,
    one.n,
    one.least,
    one.most,
    one.n_others,
    one.is_apart ? 'yes' : 'no',
  ]);
  return { header, rows };
}

/** Of a review with links of both kinds, how far they are the engine's. */
export function ofReviews({ reviews }: PersonWork, key: string): number[] {
  if (key !== 'shown' && key !== 'blind') return [];
  return reviews.flatMap(({ shown, hidden }) => {
    const one = key === 'shown' ? shown.f1 : hidden.f1;
    return shown.n > 0 && hidden.n > 0 && one !== null ? [one] : [];
  });
}
