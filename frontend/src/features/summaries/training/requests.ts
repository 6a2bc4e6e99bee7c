import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { everyPage } from '@/api/everyPage';
import type { Got, Schemas } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';
import { isLive } from '@/api/work';

export type TrainingSet = Got<'TrainingSet'>;
export type TrainedModel = Got<'TrainedModel'>;
export type ModelScores = Got<'ModelScores'>;
export type TrainingSetRequest = Schemas['TrainingSetCreateRequest'];
export type Variant = TrainedModel['variant'];

const key = ['training-sets'] as const;

/** The training sets of a project with their models, the newest first; asked for every second while a worker is at one. */
export function useTrainingSets(project: string, enabled: boolean) {
  return useQuery({
    queryKey: [...key, project],
    queryFn: ({ signal }) =>
      everyPage((page) => take(api.GET('/api/v1/training-sets/', { params: { query: { project, ...page } }, signal }))),
    enabled,
    refetchInterval: ({ state }) =>
      state.data?.results.some((set) => isLive(set) || set.models.some(isLive)) ? 1_000 : false,
  });
}

export function useRequestTrainingSet() {
  return useChange([key], (body: TrainingSetRequest) => take(api.POST('/api/v1/training-sets/', { body })));
}

/** Deletes a set with its files and models, or stops one that is being made. */
export function useDeleteTrainingSet() {
  return useChange([key], (id: number) => api.DELETE('/api/v1/training-sets/{id}/', { params: { path: { id } } }));
}

export function useTrainModel() {
  return useChange([key], (body: Schemas['TrainedModelCreateRequest']) =>
    take(api.POST('/api/v1/trained-models/', { body })),
  );
}

export function useDeleteModel() {
  return useChange([key], (id: number) => api.DELETE('/api/v1/trained-models/{id}/', { params: { path: { id } } }));
}

/** As long as the hybrid summaries of Lev et al. 2019, table 2. */
export const wordsOfHybrid = 250;

/** The summary of a paper by a model: neither changes, so it is asked for once. */
export function useModelSummary(model: number, paper: number | null, words: number | null, hybrid: boolean) {
  const length = hybrid ? { hybrid: words ?? wordsOfHybrid } : words ? { n_words: words } : {};
  return useGet(
    ['model-summary', model, paper, words, hybrid],
    '/api/v1/trained-models/{id}/summary/',
    { path: { id: model }, query: { document: paper ?? 0, ...length } },
    {
      enabled: paper !== null,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
}

export function trainingFileUrl(id: number, form: string): string {
  return `/api/v1/training-sets/${id}/files/${form}/`;
}

export function modelUrl(id: number): string {
  return `/api/v1/trained-models/${id}/file/`;
}
