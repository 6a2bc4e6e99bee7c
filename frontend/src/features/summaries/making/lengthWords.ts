import { shortFigure } from '@/lib/format';
import type { Length } from '@/lib/summary';

/** "150 words", "ratio .3": a length as tables and notes write it. */
export function lengthWords({ kind, n }: Length): string {
  const share = shortFigure(n);
  const words = {
    sentences: `${n} sentences`,
    words: `${n} words`,
    ratio: `ratio ${share}`,
    importance: `importance ${share}`,
    hybrid: `hybrid, ${n} words`,
  };
  return words[kind];
}
