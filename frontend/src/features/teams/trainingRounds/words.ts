import type { PageKeys } from '@/lib/usePageKeys';
import type { TrainingRow } from './requests';

/** The keys of the pool. */
export const keys = {
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  toggle: ['x'],
  open: ['Enter'],
} satisfies PageKeys;

/** The source of the row that is asked, in short. */
export function said(row: TrainingRow | undefined): string {
  if (!row) return '';
  const expected = row.expected as { source: number[][]; target: number[][] };
  const [texts, pieces] = expected.source.length > 0 ? [row.source, expected.source] : [row.target, expected.target];
  const text = pieces.map(([unit = 0, start, end]) => [...(texts[unit] ?? '')].slice(start, end).join('')).join(' ');
  return text.length > 70 ? `${text.slice(0, 69)}…` : text;
}
