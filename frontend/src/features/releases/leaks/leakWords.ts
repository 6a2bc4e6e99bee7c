import type { TestSet } from '@/api/types';
import { isLive } from '@/api/work';
import type { Leak, LeakCheck, LeakKind } from '@/features/releases/requests/leaks';
import { count, percent, plural } from '@/lib/format';

/** In the order in which they matter. */
export const kindsOfLeaks: readonly { kind: LeakKind; label: string }[] = [
  { kind: 'talk', label: 'Same talk' },
  { kind: 'speaker', label: 'Same speaker' },
  { kind: 'text', label: 'Same text' },
  { kind: 'near_text', label: 'Nearly the same text' },
];

export function nLeaks({ counts }: Pick<LeakCheck, 'counts'>): number {
  return counts ? Object.values(counts).reduce((sum, n) => sum + n, 0) : 0;
}

/**
 * What whoever freezes a test set should know of its leaks, from its checks, the newest first. A warning, unless a check
 * of the rows as they are found none. `hasOthers`: there are releases of other test sets to compare with.
 */
export function leaksBeforeRelease(
  checks: readonly LeakCheck[],
  { n_rows }: Pick<TestSet, 'n_rows'>,
  hasOthers: boolean,
): { text: string; isWarning: boolean } {
  const done = checks.find(({ state }) => state === 'done');
  const underWay = checks.some(isLive);
  if (!done)
    return {
      text: underWay
        ? 'A leak check is under way. It shows whether train, dev and test overlap.'
        : 'This test set has not been checked for leaks: talks, speakers or nearly identical texts shared by train, dev and test, or with other releases.',
      isWarning: true,
    };
  const counts = kindsOfLeaks.flatMap(({ kind, label }) => {
    const n = done.counts?.[kind] ?? 0;
    return n > 0 ? [`${label.toLowerCase()} ${count(n)}`] : [];
  });
  const parts = [
    counts.length > 0 ? `The last check found leaks: ${counts.join(', ')}.` : 'The last check found no leaks.',
  ];
  const isStale = n_rows !== null && done.n_rows !== n_rows;
  if (isStale) parts.push(`The test set has changed since; it had ${plural(done.n_rows ?? 0, 'row')}.`);
  const isPartial = hasOthers && done.releases.length === 0;
  if (isPartial) parts.push('Other releases were not compared.');
  if (underWay) parts.push('Another check is under way.');
  return { text: parts.join(' '), isWarning: counts.length > 0 || isStale || isPartial || underWay };
}

/** "187 rows, in train and test, compared with Spring 1.0 and corpus.txt (2,000 rows and lines)". */
export function comparedWith(check: LeakCheck): string {
  const parts = check.parts.map(({ name }) => name).filter(Boolean);
  const others = [...check.releases.map(({ title, version }) => `${title} ${version}`)];
  if (check.lines_name || (check.n_compared && others.length === 0)) others.push(check.lines_name || 'a text');
  const facts = [plural(check.n_rows ?? 0, 'row')];
  if (parts.length > 1) facts.push(`in ${listed(parts)}`);
  if (others.length > 0) facts.push(`compared with ${listed(others)} (${count(check.n_compared ?? 0)} rows and lines)`);
  return facts.join(', ');
}

/** What a leak says beside its two sides. */
export function leakText({ kind, likeness, n_rows }: Leak): string {
  if (kind === 'near_text') return `${percent(likeness ?? 0)} alike`;
  if (kind === 'talk')
    return n_rows ? `${plural(n_rows, 'row')} alike (${percent(likeness ?? 0)})` : 'same id or title';
  return kind === 'speaker' ? plural(n_rows ?? 0, 'row') : '';
}

/** "test, The lamp, Ana Silva" */
export function placeOf({ part, talk, speaker, row, side }: Leak['ours']): string {
  return [part, talk, speaker, side === 'line' && row && `line ${row}`].filter(Boolean).join(', ');
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
