import type { Choices, CuratedRow, Rules } from '@/api/curation';
import { count, language } from '@/lib/format';

type Range = { least?: number | null; most?: number | null } | undefined;

/** `en>ja` as people read it. */
export function languagesOf(pair: string): string {
  const [source = '', target = ''] = pair.split('>');
  return `${source ? language(source) : 'Unknown'} → ${target ? language(target) : 'unknown'}`;
}

const bases: Record<string, string> = { adjudicated: 'adjudicated', single: 'single reviews', agreed: 'agreed rows' };
export const basisWords: Record<string, string> = {
  adjudicated: 'Adjudicated',
  single: 'Single reviews',
  agreed: 'Rows that all reviews agree on',
};

/** What a rule asks, as the funnel names the rows that pass it. */
export function ruleWords(key: string, rules: Rules, choices?: Choices): string {
  if (key.startsWith('label:')) {
    const label = choices?.labels.find((one) => `label:${one.key}` === key);
    const wanted = rules.labels?.[key.slice(6)] ?? [];
    return `${label?.name ?? key.slice(6)}: ${wanted.map((value) => valueWords(value, label)).join(', ')}`;
  }
  switch (key) {
    case 'basis':
      return capital((rules.basis ?? []).map((one) => bases[one]).join(', '));
    case 'talks':
      return [kindWords[rules.kind ?? ''], rules.search && `title has “${rules.search}”`].filter(Boolean).join(', ');
    case 'splits':
      return `Corpus split ${listed(rules.splits)}`;
    case 'events':
      return `Event ${listed(rules.events)}`;
    case 'languages':
      return (rules.languages ?? []).map(languagesOf).join(', ');
    case 'interpreters':
      return `Interpreters ${listed(rules.interpreters)}`;
    case 'ranks':
      return `Rank ${listed(rules.ranks)}`;
    case 'good_align':
    case 'good_mt':
      return `${key} ${wantedWords[rules[key] ?? '']}`;
    case 'implicit':
      return 'Accepted row by row';
    case 'null_rows':
      return 'Both sides have text';
    case 'source_length':
      return `Source length ${between(rules.source_length)}`;
    case 'target_length':
      return `Target length ${between(rules.target_length)}`;
    case 'length_ratio':
      return `Length ratio ${between(rules.length_ratio)}`;
    case 'passed':
      return 'Kept by every filter';
    case 'cost':
      return `Cost at most ${figure(rules.cost_most)}`;
    case 'alpha':
      return `Content words α at least ${figure(rules.alpha_least)}`;
    case 'gamma':
      return `Length γ ${between(rules.gamma)}`;
    case 'eta':
      return `Meaning η at least ${figure(rules.eta_least)}`;
    case 'exclude':
      return 'Not in the exclusion list';
    case 'by_hand':
      return 'By hand';
  }
  return key;
}

export const kindWords: Record<string, string> = { paper_talk: 'Papers and talks', bitext: 'Bitexts' };
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
  if (least != null && most != null) return `${figure(least)} to ${figure(most)}`;
  return least != null ? `at least ${figure(least)}` : `at most ${figure(most)}`;
}

function figure(value: number | null | undefined): string {
  return value == null ? 'any' : String(value).replace(/^(-?)0\./, '$1.');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const asked = (value: boolean | null) => (value === null ? 'not set' : value ? 'yes' : 'no');
const measured = (value: number | null) => (value === null ? 'not measured' : value.toFixed(2).replace(/^0\./, '.'));

/** What a row is, where a rule that it fails asks: the badge beside it. */
export function faultWords(row: CuratedRow, key: string, rules: Rules, choices?: Choices): string {
  switch (key) {
    case 'good_align':
    case 'good_mt':
      return `${key} ${asked(row[key])}`;
    case 'basis':
      return bases[row.basis] ?? row.basis;
    case 'implicit':
      return 'Confirmed in passing';
    case 'null_rows':
      return row.source ? 'No target' : 'No source';
    case 'source_length':
      return `Source length ${count(row.source_length)}`;
    case 'target_length':
      return `Target length ${count(row.target_length)}`;
    case 'length_ratio':
      return `Length ratio ${measured(row.length_ratio)}`;
    case 'passed':
      return row.passed === null ? 'No filter verdict' : 'Dropped by a filter';
    case 'cost':
    case 'alpha':
    case 'gamma':
    case 'eta':
      return `${{ cost: 'Cost', alpha: 'α', gamma: 'γ', eta: 'η' }[key]} ${measured(row[key])}`;
    case 'exclude':
      return 'In the exclusion list';
    case 'by_hand':
      return 'Taken out by hand';
  }
  return `Not ${ruleWords(key, rules, choices)}`;
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
  return Object.keys(rules).filter((name) => !['split', 'exclude_name'].includes(name)).length;
}
