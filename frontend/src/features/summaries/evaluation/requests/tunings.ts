import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { useChangeOfPresets } from '@/api/presets';
import type { Got } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';
import { isLive } from '@/api/work';

export type Tuning = Got<'TuningDetail'>;
export type TuningGrid = Got<'TriedGrid'>;
export type TuningResult = Got<'TuningResult'>;
export type TuningSetting = Got<'Setting'>;
export type TuningOutlook = Got<'TuningOutlook'>;

const key = ['tunings'] as const;

/** The talks that a search would use, and the settings that it would try. */
export function useTuningOutlook(project: string) {
  return useGet([...key, 'basis', project], '/api/v1/tunings/basis/', { query: { project } });
}

/** The newest search of a project with what it found; null if there was none. Asked for while it goes on. */
export function useNewestTuning(project: string) {
  return useQuery({
    queryKey: [...key, 'newest', project],
    queryFn: async ({ signal }) => {
      const query = { project, page_size: 1 };
      const { results } = await take(api.GET('/api/v1/tunings/', { params: { query }, signal }));
      const newest = results[0];
      return newest ? take(api.GET('/api/v1/tunings/{id}/', { params: { path: { id: newest.id } }, signal })) : null;
    },
    refetchInterval: ({ state: { data } }) => (isLive(data) ? 1_500 : false),
  });
}

export const useStartTuning = (project: string) =>
  useChange([key], (grid: Partial<TuningGrid>) => take(api.POST('/api/v1/tunings/', { body: { project, grid } })));

export const useCancelTuning = () =>
  useChange([key], (id: number) => take(api.POST('/api/v1/tunings/{id}/cancel/', { params: { path: { id } } })));

/** Makes the best setting a preset that new runs use. */
export const useUseTuning = () =>
  useChangeOfPresets((id: number) =>
    take(api.POST('/api/v1/tunings/{id}/use/', { params: { path: { id } }, body: { name: '' } })),
  );

export const tuningCsv = (id: number) => `/api/v1/tunings/${id}/export/`;
