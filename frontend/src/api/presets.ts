import { useQuery } from '@tanstack/react-query';
import { api, take } from './client';
import { everyPage } from './everyPage';
import type { Got } from './types';
import { useChange } from './useChange';

/** `options` are free-form in the schema; they are values by the names of an engine's options. */
export type Preset = Omit<Got<'Preset'>, 'options'> & { options: Record<string, unknown> };

export const presetsKey = ['presets'] as const;

/** All presets of a project. */
export function usePresets(project: string) {
  return useQuery({
    queryKey: [...presetsKey, project],
    queryFn: ({ signal }) =>
      everyPage(async (page) => {
        const { count, results } = await take(
          api.GET('/api/v1/presets/', { params: { query: { project, ...page } }, signal }),
        );
        return { count, results: results as Preset[] };
      }),
  });
}

/** What a change of a preset calls for: it is also what new runs and searches begin with. */
export function useChangeOfPresets<Given, Got>(mutationFn: (argument: Given) => Promise<Got>) {
  return useChange([presetsKey, ['engines'], ['tunings']], mutationFn);
}

export const useChangePreset = () =>
  useChangeOfPresets(({ id, ...body }: { id: number; name?: string; is_default?: boolean }) =>
    take(api.PATCH('/api/v1/presets/{id}/', { params: { path: { id } }, body })),
  );

export const useRemovePreset = () =>
  useChangeOfPresets((id: number) => api.DELETE('/api/v1/presets/{id}/', { params: { path: { id } } }));
