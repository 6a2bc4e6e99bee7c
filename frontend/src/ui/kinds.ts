import type { PairKind } from '@/api/types';

export const kindLabels: Record<PairKind, string> = { paper_talk: 'paper and talk', bitext: 'bitext' };
