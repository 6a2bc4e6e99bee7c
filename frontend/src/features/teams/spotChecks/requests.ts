/** Spot checks: some of what a person has settled, judged by another one. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError, api, take } from '@/api/client';
import type { Got } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';

export type SpotChecks = Got<'SpotChecks'>;
export type SpotCheck = SpotChecks['checks'][number];
export type JudgedSpotCheck = Got<'JudgedSpotCheck'>;
export type Item = JudgedSpotCheck['items'][number];
export type Judged = Pick<Item, 'position' | 'verdict' | 'note' | 'revision'>;

const key = (slug: string) => ['spot-checks', slug];
const keyOf = (id: number) => ['spot-check', id];
const all = '/api/v1/projects/{project_slug}/spot-checks/';
const one = '/api/v1/spot-checks/{id}/';
const path = (id: number) => ({ path: { id } });

export function useSpotChecks(slug: string, enabled: boolean) {
  return useGet(key(slug), all, { path: { project_slug: slug } }, { enabled });
}

export function useSpotCheck(id: number) {
  return useGet(keyOf(id), one, path(id));
}

export interface Draw {
  kind: SpotCheck['kind'];
  n_items: number;
  most_faulty: number;
  seed: number | null;
}

export function useDraw(slug: string) {
  return useChange(
    [key(slug)],
    (body: Draw) => take(api.POST(all, { params: { path: { project_slug: slug } }, body })) as Promise<SpotChecks>,
  );
}

export function useRemove(slug: string) {
  return useChange([key(slug)], (id: number) => take(api.DELETE(one, { params: path(id) } as never)));
}

/** Accepts or sends back, as the limit says, or undoes that. */
export function useDecision(slug: string, id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ act, reason = '' }: { act: 'decide' | 'reopen'; reason?: string }) =>
      (act === 'decide'
        ? take(api.POST('/api/v1/spot-checks/{id}/decide/', { params: path(id), body: { reason } }))
        : take(api.POST('/api/v1/spot-checks/{id}/reopen/', { params: path(id) }))) as Promise<JudgedSpotCheck>,
    onSuccess: (check) => client.setQueryData(keyOf(id), check),
    onSettled: () => client.invalidateQueries({ queryKey: key(slug) }),
  });
}

/** Says whether an item is right. What somebody else has said meanwhile is shown instead. */
export function useJudge(id: number) {
  const client = useQueryClient();
  const keep = useCallback(
    (judged: Judged) =>
      client.setQueryData(keyOf(id), (check: JudgedSpotCheck | undefined) => check && withVerdict(check, judged)),
    [client, id],
  );
  return useMutation({
    mutationFn: ({ position, ...body }: Judged) =>
      take(
        api.PUT('/api/v1/spot-checks/{id}/items/{position}/', { params: { path: { id, position } }, body }),
      ) as Promise<Judged>,
    onSuccess: keep,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'judged') keep((error.body as { item: Judged }).item);
    },
  });
}

function withVerdict(check: JudgedSpotCheck, judged: Judged): JudgedSpotCheck {
  const items = check.items.map((item) => (item.position === judged.position ? { ...item, ...judged } : item));
  const n = (verdict: string) => items.filter((item) => item.verdict === verdict).length;
  return { ...check, items, n_judged: items.length - n(''), n_faulty: n('faulty') };
}
