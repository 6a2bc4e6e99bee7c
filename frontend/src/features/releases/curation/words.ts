import { capital, count, figure, language, languageCodes, plural, shortFigure } from '@/lib/format';
import { judgements } from '@/ui/large/judgements';
import type { Choices, CuratedRow, Rules } from './requests';

type Range = { least?: number | null; most?: number | null } | undefined;

/** `en>ja` as people read it. */
export function languagesOf(pair: string): string {
  const [source = '', target = ''] = pair.split('>');
  return `${source ? language(source) : 'Unknown'} → ${target ? language(target) : 'unknown'}`;
}

/** `en>ja` in tables: EN → JA. */
export function codesOf(pair: string): string {
  const [source = '', target = ''] = pair.split('>');
  return languageCodes(source, target);
}

/** Too few rows of a language in a part to say anything of it: under 1 % of the language or 5 rows. */
export const isThin = (rows: number, all: number) => all > 0 && (rows < 5 || rows < all / 100);

type Basis = NonNullable<Rules['basis']>[number];
const bases: Record<string, string> = {
  adjudicated: 'adjudicated',
  single: 'single reviews',
  agreed: 'agreed rows',
  chosen: 'chosen reviews',
} satisfies Record<Basis, string>;
export const basisWords: Record<string, string> = {
  adjudicated: 'Adjudicated',
  single: 'Single reviews',
  agreed: 'Rows on which all reviews agree',
  chosen: 'Reviews chosen by hand',
} satisfies Record<Basis, string>;

type Asking<Name> = Name extends 'kind' | 'search'
  ? 'talks'
  : Name extends `${infer Figure}_most`
    ? Figure
    : Name extends `${infer Figure}_least`
      ? Figure
      : Name;
/** What the server calls the step of a rule. What is no step of its own: labels have one each, and rows are divided last. */
type Step = Asking<Exclude<keyof Rules, 'labels' | 'split' | 'exclude_name' | 'pins'>> | 'by_hand';

const wordsOf: Record<Step, (rules: Rules) => string> = {
  basis: (rules) => capital((rules.basis ?? []).map((one) => bases[one]).join(', ')),
  talks: (rules) =>
    [kindWords[rules.kind ?? ''], rules.search && `title has “${rules.search}”`].filter(Boolean).join(', '),
  splits: (rules) => `Corpus split ${listed(rules.splits)}`,
  events: (rules) => `Event ${listed(rules.events)}`,
  languages: (rules) => (rules.languages ?? []).map(languagesOf).join(', '),
  interpreters: (rules) => `Interpreters ${listed(rules.interpreters)}`,
  ranks: (rules) => `Rank ${listed(rules.ranks)}`,
  good_align: (rules) => `${judgements.good_align} ${wantedWords[rules.good_align ?? '']}`,
  good_mt: (rules) => `${judgements.good_mt} ${wantedWords[rules.good_mt ?? '']}`,
  implicit: () => 'Accepted row by row',
  null_rows: () => 'Both sides have text',
  source_length: (rules) => `Source length ${between(rules.source_length)}`,
  target_length: (rules) => `Target length ${between(rules.target_length)}`,
  length_ratio: (rules) => `Length ratio ${between(rules.length_ratio)}`,
  passed: () => 'Kept by every filter',
  cost: (rules) => `Cost at most ${limit(rules.cost_most)}`,
  alpha: (rules) => `Content words α at least ${limit(rules.alpha_least)}`,
  gamma: (rules) => `Length γ ${between(rules.gamma)}`,
  eta: (rules) => `Meaning η at least ${limit(rules.eta_least)}`,
  exclude: () => 'Not in the exclusion list',
  without: (rules) => `Without reviews of ${plural(rules.without?.length ?? 0, 'person', 'people')}`,
  talks_out: () => 'Talks not taken out',
  by_hand: () => 'By hand',
};

/** The condition of a rule, as the funnel names the rows that pass it. */
export function ruleWords(key: string, rules: Rules, choices?: Choices): string {
  if (key.startsWith('label:')) {
    const label = choices?.labels.find((one) => `label:${one.key}` === key);
    const wanted = rules.labels?.[key.slice(6)] ?? [];
    return `${label?.name ?? key.slice(6)}: ${wanted.map((value) => valueWords(value, label)).join(', ')}`;
  }
  return Object.hasOwn(wordsOf, key) ? wordsOf[key as Step](rules) : key;
}

export const kindWords: Record<string, string> = {
  paper_talk: 'Papers and talks',
  slides_talk: 'Slides and talks',
  bitext: 'Bitexts',
};
export const wantedWords: Record<string, string> = { yes: 'yes', not_no: 'yes or not set', no: 'no' };

function valueWords(value: string, label?: Choices['labels'][number]): string {
  if (value === '') return 'not set';
  return label?.values.find(({ key }) => key === value)?.name ?? value;
}

function listed(values: readonly string[] = []): string {
  const named = values.map((value) => value || 'none');
  return named.length > 4 ? `${named.slice(0, 3).join(', ')} and ${named.length - 3} more` : named.join(', ');
}

function between(range: Range): string {
  const { least, most } = range ?? {};
  if (least != null && most != null) return `${limit(least)} to ${limit(most)}`;
  return least != null ? `at least ${limit(least)}` : `at most ${limit(most)}`;
}

function limit(value: number | null | undefined): string {
  return value == null ? 'any' : shortFigure(value);
}

const choiceText = (value: boolean | null) => (value === null ? 'not set' : value ? 'yes' : 'no');
const measured = (value: number | null) => (value === null ? 'not measured' : figure(value));

const faults: Record<string, (row: CuratedRow) => string> = {
  good_align: (row) => `${judgements.good_align} ${choiceText(row.good_align)}`,
  good_mt: (row) => `${judgements.good_mt} ${choiceText(row.good_mt)}`,
  basis: (row) => bases[row.basis] ?? row.basis,
  implicit: () => 'Confirmed in passing',
  null_rows: (row) => (row.source ? 'No target' : 'No source'),
  source_length: (row) => `Source length ${count(row.source_length)}`,
  target_length: (row) => `Target length ${count(row.target_length)}`,
  length_ratio: (row) => `Length ratio ${measured(row.length_ratio)}`,
  passed: (row) => (row.passed === null ? 'No filter verdict' : 'Dropped by a filter'),
  cost: (row) => `Cost ${measured(row.cost)}`,
  alpha: (row) => `α ${measured(row.alpha)}`,
  gamma: (row) => `γ ${measured(row.gamma)}`,
  eta: (row) => `η ${measured(row.eta)}`,
  exclude: () => 'In the exclusion list',
  without: () => 'Reviewed by somebody left out',
  talks_out: () => 'Its talk was taken out',
  by_hand: () => 'Taken out by hand',
};

/** What a row is, where a rule that it fails asks: the badge beside it. */
export function faultWords(row: CuratedRow, key: string, rules: Rules, choices?: Choices): string {
  return faults[key]?.(row) ?? `Not ${ruleWords(key, rules, choices)}`;
}

/** Such as "8 h 36 min". */
export function spoken(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return `${Math.round(seconds)} s`;
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${count(hours)} h ${minutes % 60} min`;
}

/** "8 : 1 : 1" or "80/10/10" as three numbers; null where it is none. */
export function ratioOf(text: string): [number, number, number] | null {
  const parts = text
    .split(/[\s:/,;]+/)
    .filter(Boolean)
    .map(Number);
  const [train, dev, test] = parts;
  if (parts.length !== 3 || parts.some((part) => !(part >= 0)) || parts.every((part) => part === 0)) return null;
  return [train ?? 0, dev ?? 0, test ?? 0];
}

/** How many rules are on, as the head of the rules says. */
export function changedRules(rules: Rules): number {
  return Object.keys(rules).filter((name) => !['split', 'exclude_name', 'pins'].includes(name)).length;
}
