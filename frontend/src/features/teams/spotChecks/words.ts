import { plural } from '@/lib/format';
import type { SpotCheck } from './requests';

export const kindWords: Readonly<Record<SpotCheck['kind'], string>> = { slides: 'Slide text', masks: 'Transcripts' };
export const stateWords: Readonly<Record<SpotCheck['state'], string>> = {
  open: 'being judged',
  accepted: 'accepted',
  returned: 'sent back',
};

export const things = (kind: SpotCheck['kind'], n: number) => plural(n, kind === 'slides' ? 'slide' : 'answer');

/** What the verdicts so far come to. */
export function comesTo({ n_items, n_judged, n_faulty, most_faulty }: SpotCheck): 'accepted' | 'returned' | null {
  if ((n_faulty ?? 0) > most_faulty) return 'returned';
  return n_items > 0 && n_judged === n_items ? 'accepted' : null;
}
