import { useQuery } from '@tanstack/react-query';
import { ApiError, api, headersOf, take, toError } from '@/api/client';
import { everyPage } from '@/api/everyPage';
import type { Answer, Got, Schemas } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';

export type RatingTask = Got<'RatingTask'>;
export type Results = Got<'RatingResults'>;
export type QuestionResults = Results['questions'][number];
export type ScreenedRater = Results['raters'][number];
export type RaterLink = Answer<Schemas['RaterLink']>;
export type OwnTask = Got<'MyRatingTask'>;
export type Question = RatingTask['questions'][number];
export type TaskRequest = Schemas['RatingTaskRequest'];
export type TaskChange = Schemas['PatchedRatingTaskRequest'];
export type RatingSource = Got<'RatingSource'>;
export type SamplesDrawn = Schemas['DrawSamplesRequest'];
export type RatersInvited = Schemas['InviteRatersRequest'];
export type SampleLine = Required<Schemas['SampleLineRequest']>;

const key = ['rating-tasks'] as const;
const of = (id: number) => ({ path: { id } });

export function useTasks(project: string, enabled: boolean) {
  return useQuery({
    queryKey: [...key, 'list', project],
    queryFn: ({ signal }) =>
      everyPage((page) => take(api.GET('/api/v1/rating-tasks/', { params: { query: { project, ...page } }, signal }))),
    enabled,
  });
}

export const useTask = (id: number) => useGet([...key, 'one', id], '/api/v1/rating-tasks/{id}/', of(id));

export const useSamples = (id: number, enabled: boolean) =>
  useGet([...key, 'samples', id], '/api/v1/rating-tasks/{id}/samples/', of(id), { enabled });

export const useRaterLinks = (id: number) =>
  useGet([...key, 'raters', id], '/api/v1/rating-tasks/{id}/raters/', of(id));

/** early : while people rate, which the log says. */
export const useResults = (id: number, enabled: boolean, early: boolean) =>
  useGet(
    [...key, 'results', id],
    '/api/v1/rating-tasks/{id}/results/',
    { ...of(id), query: early ? { early } : {} },
    { enabled },
  );

export const createTask = (body: TaskRequest) => take(api.POST('/api/v1/rating-tasks/', { body }));

export const changeTask = (id: number, body: TaskChange) =>
  take(api.PATCH('/api/v1/rating-tasks/{id}/', { params: of(id), body }));

export const putSamples = (id: number, samples: SampleLine[]) =>
  take(api.PUT('/api/v1/rating-tasks/{id}/samples/', { params: of(id), body: { samples } }));

export const drawSamples = (id: number, body: SamplesDrawn) =>
  take(api.POST('/api/v1/rating-tasks/{id}/draw/', { params: of(id), body }));

/** What the project has that texts can be drawn from. */
export const useSources = (project: string, enabled: boolean) =>
  useGet([...key, 'sources', project], '/api/v1/rating-tasks/sources/', { query: { project } }, { enabled });

const fileAddress = (id: number, position: number, what: 'sound' | 'picture') =>
  `/api/v1/rating-tasks/${id}/samples/${position}/${what}/`;

export const soundAddress = (id: number, position: number) => fileAddress(id, position, 'sound');

export interface SampleFile {
  position: number;
  /** The sound of a sample, or the picture of its set. */
  what: 'sound' | 'picture';
  content: Blob;
  name: string;
}

export async function putFile(id: number, { position, what, content, name }: SampleFile): Promise<void> {
  const body = new FormData();
  body.append('file', content, name);
  let answer: Response;
  try {
    answer = await fetch(fileAddress(id, position, what), { method: 'PUT', body, headers: headersOf() });
  } catch {
    throw new ApiError(0, 'no_answer', 'The server didn’t respond.');
  }
  if (!answer.ok) throw await toError(answer);
}

export const useChangeTask = (id: number) => useChange([key], (body: TaskChange) => changeTask(id, body));

/** n : links. users : ids of members. */
export const useAddRaters = (id: number) =>
  useChange([key], (body: { n: number; users: number[] }) =>
    take(api.POST('/api/v1/rating-tasks/{id}/raters/', { params: of(id), body })),
  );

/** The e-mail that raters get, in the language of the task. */
export const useRaterLetter = (id: number) =>
  useGet([...key, 'letter', id], '/api/v1/rating-tasks/{id}/raters/letter/', of(id));

export const useInviteRaters = (id: number) =>
  useChange([key], (body: RatersInvited) =>
    take(api.POST('/api/v1/rating-tasks/{id}/raters/invite/', { params: of(id), body })),
  );

/** Again, to raters by number. */
export const useMailRaters = (id: number) =>
  useChange([key], (body: { numbers: number[]; email?: string }) =>
    take(api.POST('/api/v1/rating-tasks/{id}/raters/mail/', { params: of(id), body: { verb: 'send', ...body } })),
  );

export const useOwnTasks = (project: string) =>
  useGet([...key, 'own', project], '/api/v1/my-ratings/', { query: { project } });

export const useDeleteTask = (id: number) =>
  useChange([key], () => api.DELETE('/api/v1/rating-tasks/{id}/', { params: of(id) }));

export const useCountRater = (id: number) =>
  useChange([key], ({ number, ...body }: { number: number; counted: boolean | null; reason: string }) =>
    take(
      api.PUT('/api/v1/rating-tasks/{id}/raters/{number}/', {
        params: { path: { id, number: String(number) } },
        body,
      }),
    ),
  );

/** The address of a file with all ratings (`long`), or the means of what counts (`wide`). */
export const exportAddress = (id: number, part: 'long' | 'wide', early: boolean) =>
  `/api/v1/rating-tasks/${id}/export/?part=${part}&file_format=csv${early ? '&early=true' : ''}`;
