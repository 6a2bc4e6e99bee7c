import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { everyPage } from '@/api/everyPage';
import { may } from '@/api/roles';
import type { Got, Schemas } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';
import { isLive } from '@/api/work';

export type GenerationRun = Got<'GenerationRun'>;
export type GeneratedText = Got<'GeneratedText'>;
export type GeneratedTalk = Got<'GeneratedTalk'>;
export type Outlook = Got<'GenerationOutlook'>;
export type Direction = GenerationRun['direction'];

const key = ['generation-runs'] as const;
const path = (id: number) => ({ path: { id } });

/** The runs of a project, the newest first; asked for again while one goes on. */
export function useRuns(project: string, enabled: boolean) {
  return useQuery({
    queryKey: [...key, 'list', project],
    queryFn: async ({ signal }) =>
      (
        await everyPage((page) =>
          take(api.GET('/api/v1/generation-runs/', { params: { query: { project, ...page } }, signal })),
        )
      ).results,
    enabled,
    refetchInterval: ({ state: { data } }) => (data?.some(isLive) ? 1_500 : false),
  });
}

/** What a run made of one talk. While it goes on, texts come in one by one, and their figures after them. */
export function useTexts(run: GenerationRun | undefined, pair: number) {
  const ofRun = [...key, 'texts', run?.id, pair];
  return useGet(
    [...ofRun, run?.state, run?.progress, run?.n_texts, run?.n_problems],
    '/api/v1/generation-runs/{id}/texts/',
    { ...path(run?.id ?? 0), query: { pair } },
    {
      enabled: run !== undefined,
      // Never those of another run, which would stand under the name of this one.
      placeholderData: (before: unknown, query) =>
        (ofRun.every((part, at) => query?.queryKey[at] === part) ? before : undefined) as never,
    },
  );
}

/** What a run would send. */
export const useOutlook = (project: string, direction: Direction, withPaper: boolean) =>
  useGet([...key, 'outlook', project, direction, withPaper], '/api/v1/generation-runs/outlook/', {
    query: { project, direction, with_paper: withPaper },
  });

export const useStart = () =>
  useChange([key], (body: Schemas['GenerationStartRequest']) => take(api.POST('/api/v1/generation-runs/', { body })));

export const useCancel = () =>
  useChange([key], (id: number) => take(api.POST('/api/v1/generation-runs/{id}/cancel/', { params: path(id) })));

export const useGoOn = () =>
  useChange([key], (id: number) => take(api.POST('/api/v1/generation-runs/{id}/go-on/', { params: path(id) })));

export const useMakeAgain = () =>
  useChange([key], ({ run, text }: { run: number; text: number }) =>
    take(api.POST('/api/v1/generation-runs/{id}/again/', { params: path(run), body: { text } })),
  );

export interface HumanMeans {
  texts: ReadonlyMap<number, number>;
  runs: ReadonlyMap<number, number>;
}

/** What raters gave to texts, by their ids and those of runs; nothing for whom ratings are not shown to. */
export function useHumanMeans(project: string, role: string | null | undefined): HumanMeans {
  const { data } = useGet(
    ['rating-tasks', 'human-means', project],
    '/api/v1/rating-tasks/human-means/',
    { query: { project } },
    { enabled: may(role, 'rating-tasks', 'human_means') },
  );
  return {
    texts: new Map(data?.texts.map(({ text, value }) => [text, value])),
    runs: new Map(data?.runs.map(({ run, value }) => [run, value])),
  };
}

export const useRemove = () =>
  useChange([key], (id: number) => api.DELETE('/api/v1/generation-runs/{id}/', { params: path(id) }));

interface Brought {
  name: string;
  direction: Direction;
  model: string;
  prompt: string;
  file: File;
}

/** Imports texts that were made elsewhere. */
export const useBring = (project: string) =>
  useChange([key], (brought: Brought) => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ project, ...brought })) form.append(field, value);
    // The schema can only describe the file as a string.
    return take(api.POST('/api/v1/generation-runs/bring/', { body: form as never }));
  });

export const materialsFile = (project: string, direction: Direction) =>
  `/api/v1/generation-runs/materials/?project=${project}&direction=${direction}`;
export const textsFile = (run: number) => `/api/v1/generation-runs/${run}/export/`;

interface Rated {
  project: string;
  name: string;
  per_set: number;
  questions: Schemas['RatingTaskRequest']['questions'];
  run: GenerationRun;
  /** Ids of the texts that are asked about. */
  texts: number[];
}

/** Makes a rating task of texts, each beside what it was made from. One whose texts are refused does not stay. */
export const useSendToRaters = () =>
  useChange([['rating-tasks']], async ({ run, texts, ...task }: Rated) => {
    const body = { ...task, medium: 'text' as const, sets_per_rater: Math.min(20, texts.length) };
    const made = await take(api.POST('/api/v1/rating-tasks/', { body }));
    const drawn = {
      source: `generated-${run.direction}`,
      systems: [`run-${run.id}`],
      n_sets: texts.length,
      traps: false,
      texts,
    };
    try {
      await take(api.POST('/api/v1/rating-tasks/{id}/draw/', { params: path(made.id), body: drawn }));
    } catch (error) {
      await api.DELETE('/api/v1/rating-tasks/{id}/', { params: path(made.id) });
      throw error;
    }
    return made;
  });
