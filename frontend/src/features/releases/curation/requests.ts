import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { pageAfterPage } from '@/api/everyPage';
import type { Got, Schemas } from '@/api/types';
import { useGet } from '@/api/useGet';

export type Rules = Schemas['RulesRequest'];
export type Takes = Schemas['TestSet']['takes'];
export type Funnel = Omit<Got<'Funnel'>, 'rules'> & { rules: Rules };
export type Counts = Got<'FunnelCounts'>;
export type CuratedRow = Got<'CuratedRow'>;
export type Choices = Got<'RuleChoices'>;
export type Parts = Got<'SplitParts'>;

/** Which rows are listed: those that are in or out, of one rule or of all. */
export interface Listed {
  isIn: boolean;
  rule: string;
  /** Of one pair alone. */
  pair?: number | undefined;
}

const key = ['curation'] as const;
export const curationKey = key;
const funnelKey = (id: number) => [...key, id, 'funnel'] as const;

export function useTestSet(id: number) {
  return useGet(['test-sets', 'one', id], '/api/v1/test-sets/{id}/', { path: { id } });
}

/** What each rule takes away; asked for again every second while a worker counts. */
export function useFunnel(id: number) {
  return useQuery({
    queryKey: funnelKey(id),
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/test-sets/{id}/funnel/', { params: { path: { id } }, signal }),
      ) as unknown as Promise<Funnel>,
    refetchInterval: ({ state }) => (state.data && !state.data.is_current ? 1_000 : false),
  });
}

/** Replaces the rules. Changes made one after the other wait for each other, each with the version that it follows. */
export function useChangeRules(id: number) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `rules-${id}` },
    mutationFn: ({ rules, takes }: { rules: Rules; takes?: Takes }) => {
      const version = client.getQueryData<Funnel>(funnelKey(id))?.rules_version ?? 0;
      return take(
        api.POST('/api/v1/test-sets/{id}/rules/', { params: { path: { id } }, body: { version, rules, takes } }),
      ) as unknown as Promise<Funnel>;
    },
    onSuccess: (funnel) => counted(client, id, funnel),
  });
}

export function usePickRows(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { rows: string[]; is_in: boolean | null; reason?: string }) =>
      take(api.POST('/api/v1/test-sets/{id}/picks/', { params: { path: { id } }, body })) as unknown as Promise<Funnel>,
    onSuccess: (funnel) => counted(client, id, funnel),
  });
}

export function counted(client: ReturnType<typeof useQueryClient>, id: number, funnel: Funnel) {
  client.setQueryData(funnelKey(id), funnel);
  void client.invalidateQueries({ queryKey: [...key, id, 'rows'] });
  void client.invalidateQueries({ queryKey: [...key, id, 'talks'] });
  void client.invalidateQueries({ queryKey: ['test-sets'] });
}

export function useCuratedRows(id: number, { isIn, rule, pair }: Listed) {
  return useInfiniteQuery({
    queryKey: [...key, id, 'rows', isIn, rule, pair],
    queryFn: ({ pageParam, signal }) =>
      take(
        api.GET('/api/v1/test-sets/{id}/rows/', {
          params: { path: { id }, query: { is_in: isIn, rule: rule || undefined, pair, after: pageParam, limit: 50 } },
          signal,
        }),
      ) as unknown as Promise<{ rows: CuratedRow[]; next_after: number | null }>,
    ...pageAfterPage,
    placeholderData: keepPreviousData,
  });
}
