import { api, take } from '@/api/client';
import type { Got, Schemas } from '@/api/types';

export type RaterView = Got<'RaterView'>;
export type RaterSample = RaterView['samples'][number];
export type Question = RaterView['questions'][number];
export type Rating = Schemas['SampleRatingRequest'];
export type Headphones = NonNullable<Schemas['BeginRequest']['headphones']>;
type Saved = Pick<RaterView, 'finished_at' | 'code'>;

/** Where the page gets its samples from, and where ratings go. */
export interface Source {
  /** What names it on this device. */
  token: string;
  isTrial: boolean;
  read: (signal: AbortSignal) => Promise<RaterView>;
  begin: (body: { consent: number; headphones: Headphones }) => Promise<RaterView>;
  rate: (body: { ratings: Rating[]; finished: boolean }) => Promise<Saved>;
  /** Says that somebody is looking at the page, or whether they take part; absent where nobody was invited. */
  hear?: (body: { declined?: boolean }) => Promise<RaterView>;
  /** The address of a sample's sound. */
  soundOf: (key: string) => string;
  /** The address of the picture that a sample's set stands beside. */
  pictureOf: (key: string) => string;
}

const path = '/api/v1/rate/{token}/samples/' as const;

/** Behind a rater's link; no account. */
export function ofLink(token: string): Source {
  const params = { path: { token } };
  return {
    token,
    isTrial: false,
    read: (signal) => take(api.GET(path, { params, signal })),
    begin: (body) => take(api.POST(path, { params, body })),
    rate: (body) => take(api.PATCH(path, { params, body })),
    hear: (body) => take(api.PUT('/api/v1/rate/{token}/taking-part/', { params, body })),
    soundOf: (key) => `/api/v1/rate/${encodeURIComponent(token)}/samples/${encodeURIComponent(key)}/sound/`,
    pictureOf: (key) => `/api/v1/rate/${encodeURIComponent(token)}/samples/${encodeURIComponent(key)}/picture/`,
  };
}

/** As a member of the project who was chosen for a task, signed in. */
export function ofMember(task: number): Source {
  const params = { path: { id: task } };
  const mine = '/api/v1/my-ratings/{id}/' as const;
  return {
    token: `mine-${task}`,
    isTrial: false,
    read: (signal) => take(api.GET(mine, { params, signal })),
    begin: (body) => take(api.POST(mine, { params, body })),
    rate: (body) => take(api.PATCH(mine, { params, body })),
    soundOf: (key) => `/api/v1/my-ratings/${task}/${encodeURIComponent(key)}/sound/`,
    pictureOf: (key) => `/api/v1/my-ratings/${task}/${encodeURIComponent(key)}/picture/`,
  };
}

/** What a rater of a task would get, for who makes it. Nothing is sent. */
export function ofTrial(task: number): Source {
  let view: RaterView | undefined;
  const begun_at = new Date().toISOString();
  const read = (signal?: AbortSignal) =>
    take(api.GET('/api/v1/rating-tasks/{id}/trial/', { params: { path: { id: task } }, signal }));
  return {
    token: `try-${task}`,
    isTrial: true,
    read: async (signal) => {
      view = await read(signal);
      return view;
    },
    begin: async ({ headphones }) => ({ ...(view ?? (await read())), begun_at, headphones }),
    rate: ({ finished }) => Promise.resolve({ finished_at: finished ? begun_at : null, code: finished ? '–' : '' }),
    soundOf: (key) => `/api/v1/rating-tasks/${task}/samples/${key}/sound/`,
    pictureOf: (key) => `/api/v1/rating-tasks/${task}/samples/${key}/picture/`,
  };
}
