import { api, take } from '@/api/client';
import type { Got } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';
import { isLive } from '@/api/work';

export type Recognitions = Got<'Recognitions'>;
export type Recognition = Recognitions['recognitions'][number];
export type Check = NonNullable<Got<'OneCheck'>['check']>;

const key = (document: number) => ['recognitions', document];
const of = (document: number) => ({ path: { id: document } });

export function useRecognitions(document: number) {
  return useGet([...key(document), 'all'], '/api/v1/documents/{id}/recognitions/', of(document), {
    refetchInterval: ({ state }) => (state.data?.recognitions.some(isLive) ? 1000 : false),
  });
}

export function useCheck(document: number) {
  return useGet([...key(document), 'check'], '/api/v1/documents/{id}/transcript-check/', of(document), {
    refetchInterval: ({ state }) =>
      state.data?.check && ['making', 'storing'].includes(state.data.check.state) ? 1000 : false,
  });
}

export interface NewRecognition {
  name: string;
  file: File | null;
  recogniser: string;
  /** The host that somebody agreed the sound goes to. */
  maySendTo: string;
}

export function useAddRecognition(document: number) {
  return useChange([key(document)], ({ name, file, recogniser, maySendTo }: NewRecognition) => {
    const form = new FormData();
    form.append('name', name);
    form.append('recogniser', recogniser);
    form.append('may_send_to', maySendTo);
    if (file) form.append('file', file, file.name);
    const address = '/api/v1/documents/{id}/recognitions/';
    return take(api.POST(address, { params: of(document), body: form } as never)) as Promise<Recognitions>;
  });
}

export function useRemoveRecognition(document: number) {
  return useChange([key(document)], (id: number) =>
    api.DELETE('/api/v1/recognitions/{id}/', { params: { path: { id } } } as never),
  );
}

export function useMakeCheck(document: number) {
  return useChange([key(document)], (body: { a: number; b: number; planted_share: number }) =>
    take(api.POST('/api/v1/documents/{id}/transcript-check/', { params: of(document), body } as never)),
  );
}

export function useRemoveCheck(document: number) {
  return useChange([key(document)], () =>
    api.DELETE('/api/v1/documents/{id}/transcript-check/', { params: of(document) } as never),
  );
}

export function useStoreAgain(document: number) {
  return useChange([key(document)], () =>
    take(api.PUT('/api/v1/documents/{id}/transcript-check/', { params: of(document) } as never)),
  );
}

/** The address of all rare words of a check, as CSV. */
export const rareWordsCsv = (document: number) => `/api/v1/documents/${document}/transcript-check/rare-words/`;
