import type { Length } from '@/lib/summary';

/** "150 words", "ratio .3": a length as tables and notes write it. */
export function lengthWords({ kind, n }: Length): string {
  const share = String(n).replace(/^0\./, '.');
  switch (kind) {
    case 'sentences':
      return `${n} sentences`;
    case 'words':
      return `${n} words`;
    case 'ratio':
      return `ratio ${share}`;
    case 'importance':
      return `importance ${share}`;
    case 'hybrid':
      return `hybrid, ${n} words`;
  }
}
