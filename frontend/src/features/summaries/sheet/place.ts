/** What the address of a summary's page says: the length, the order, what is shown and what it is compared with. */

import { firstLengths } from '@/features/summaries/firstLengths';
import type { SummaryOf } from '@/features/summaries/requests/summaries';
import { shortFigure } from '@/lib/format';
import type { Length, LengthKind } from '@/lib/summary';
import { ratioBudgets, wordBudgets } from '@/lib/summaryLengths';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import type { Show } from './model';

export interface SheetPlace {
  length: Length;
  byRank: boolean;
  show: Show;
  against: SummaryOf | null;
  corrected: boolean;
}

const shows: readonly Show[] = ['spoken', 'chosen', 'changed', 'wrong', 'all'];

export interface Preset {
  label: string;
  length: Length;
}

/** The lengths under the keys 1 to 6; hybrid only where the paper has an abstract. */
export function presetsOf(sentences: number, hasAbstract: boolean): Preset[] {
  return [
    { label: `${sentences} sent.`, length: { kind: 'sentences', n: sentences } },
    ...wordBudgets.map((n) => ({ label: `${n} w`, length: { kind: 'words', n } as const })),
    ...ratioBudgets.map((n) => ({ label: shortFigure(n), length: { kind: 'ratio', n } as const })),
    ...(hasAbstract ? [{ label: 'With abstract', length: { kind: 'hybrid', n: wordBudgets[0] } as const }] : []),
  ];
}

/** The address of a summary as the page has it: `runs-12`. */
export function parseOf(text: string | null): SummaryOf | null {
  const match = /^(runs|reviews)-(\d{1,15})$/.exec(text ?? '');
  return match ? { of: match[1] as SummaryOf['of'], id: Number(match[2]) } : null;
}

export function placeIn(params: URLSearchParams, sentences: number): SheetPlace {
  const firsts = firstLengths(sentences);
  const kind = (Object.keys(firsts) as LengthKind[]).find((one) => one === params.get('by')) ?? 'words';
  const length = Number(params.get('n'));
  const isShare = kind === 'ratio' || kind === 'importance';
  const fits = isShare ? length > 0 && length <= 1 : Number.isInteger(length) && length >= 1;
  return {
    length: { kind, n: fits ? length : firsts[kind] },
    byRank: params.get('order') === 'rank',
    show: shows.find((one) => one === params.get('show')) ?? 'spoken',
    against: parseOf(params.get('against')),
    corrected: params.get('talk') === 'corrected',
  };
}

export function usePlace(sentences: number): [SheetPlace, (change: Partial<SheetPlace>) => void] {
  const params = useAddressParams();
  const choose = useChooseParams();
  const go = ({ length, byRank, show, against, corrected }: Partial<SheetPlace>) =>
    choose(
      {
        ...(length && { by: length.kind, n: String(length.n) }),
        ...(byRank !== undefined && { order: byRank ? 'rank' : null }),
        ...(show !== undefined && { show: show === 'spoken' ? null : show }),
        ...(against !== undefined && { against: against && `${against.of}-${against.id}` }),
        ...(corrected !== undefined && { talk: corrected ? 'corrected' : null }),
      },
      { replace: true },
    );
  return [placeIn(params, sentences), go];
}
