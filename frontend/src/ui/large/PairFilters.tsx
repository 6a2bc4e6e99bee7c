import { Select } from '@mantine/core';
import type { PairKind, PairStage } from '@/api/types';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { kindLabels } from '../kinds';

const stageLabels: Record<PairStage, string> = {
  unaligned: 'Not aligned',
  aligning: 'Being aligned',
  failed: 'Failed',
  aligned: 'Aligned',
  unreviewed: 'Aligned, not reviewed',
  in_review: 'In review',
  submitted: 'Submitted',
};

export interface ChosenPairs {
  search: string;
  kind: PairKind | '';
  stage: PairStage | '';
}

/** Which pairs are meant, in the URL; another choice begins at the first page. */
export function usePairFilter(): { chosen: ChosenPairs; choose: (change: Partial<ChosenPairs>) => void } {
  const params = useAddressParams();
  const put = useChooseParams();
  return {
    chosen: {
      search: params.get('search') ?? '',
      kind: oneOf(kindLabels, params.get('kind')),
      stage: oneOf(stageLabels, params.get('stage')),
    },
    choose: (change) => put({ ...change, page: null }),
  };
}

/** The choice as the query of an address: "?kind=bitext&stage=failed", or nothing. */
export function asQuery(chosen: ChosenPairs): string {
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''));
  return query.size > 0 ? `?${query}` : '';
}

interface PairFiltersProps {
  chosen: ChosenPairs;
  onChoose: (change: Partial<ChosenPairs>) => void;
}

/** Two fields that narrow pairs down; an empty one asks for nothing. */
export function PairFilters({ chosen, onChoose }: PairFiltersProps) {
  return (
    <>
      <Select
        aria-label="Kind"
        placeholder="Any kind"
        w={160}
        clearable
        data={dataOf(kindLabels)}
        value={chosen.kind || null}
        onChange={(kind) => onChoose({ kind: kind ?? '' })}
      />
      <Select
        aria-label="Stage"
        placeholder="Any stage"
        w={200}
        clearable
        data={dataOf(stageLabels)}
        value={chosen.stage || null}
        onChange={(stage) => onChoose({ stage: stage ?? '' })}
      />
    </>
  );
}

function dataOf<Name extends string>(labels: Record<Name, string>): { value: Name; label: string }[] {
  return (Object.keys(labels) as Name[]).map((value) => ({ value, label: labels[value] }));
}

function oneOf<Name extends string>(labels: Record<Name, string>, text: string | null): Name | '' {
  return text !== null && text in labels ? (text as Name) : '';
}
