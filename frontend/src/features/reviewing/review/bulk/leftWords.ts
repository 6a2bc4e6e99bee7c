import { count, probability } from '@/lib/format';
import type { From, Preview } from '../model/bulk';

/** What accepting many rows leaves, and what there was nothing to do about. */
export function leftWords({ below, unknown, done }: Omit<Preview, 'accepted' | 'leastSure'>, from: From): string {
  const left = [
    from !== null && below > 0 ? `${count(below)} below ${probability(from)}` : '',
    unknown > 0 ? `${count(unknown)} without a probability` : '',
  ].filter(Boolean);
  return [
    left.length > 0 ? `Still to review: ${left.join(', ')}.` : '',
    done > 0 ? `${count(done)} accepted already.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
