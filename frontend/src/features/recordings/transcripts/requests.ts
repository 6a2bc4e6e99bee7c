import { api, take } from '@/api/client';
import type { Got, Schemas } from '@/api/types';
import { useChange } from '@/api/useChange';
import { useGet } from '@/api/useGet';

export type Transcripts = Got<'Transcripts'>;
export type Submission = Transcripts['passes'][number];
export type Policy = Transcripts['policy'];
export type PassQueue = Got<'PassQueue'>;
export type PlantedMask = Got<'PlantedMasks'>['masks'][number];
export type Decision = Schemas['JudgeRequest']['decision'];

const key = (slug: string) => ['transcripts', slug];
const of = (slug: string) => ({ path: { project_slug: slug } });

export function useTranscripts(slug: string, enabled: boolean) {
  return useGet([...key(slug), 'all'], '/api/v1/projects/{project_slug}/transcripts/', of(slug), { enabled });
}

export function usePassQueue(slug: string, enabled: boolean) {
  return useGet([...key(slug), 'queue'], '/api/v1/projects/{project_slug}/transcripts/queue/', of(slug), { enabled });
}

export function useClaim(slug: string) {
  return useChange(
    [key(slug)],
    (body: { check: number; kind: 'first' | 'second' }) =>
      take(
        api.POST('/api/v1/projects/{project_slug}/transcripts/claim/', { params: of(slug), body } as never),
      ) as Promise<Got<'PassAbout'>>,
  );
}

export function useRelease(slug: string) {
  return useChange([key(slug)], (pass: number) =>
    api.POST('/api/v1/passes/{id}/release/', { params: { path: { id: pass } } } as never),
  );
}

export function useJudge(slug: string) {
  return useChange(
    [key(slug)],
    ({ passes, decision, reason }: { passes: number[]; decision: Decision; reason: string }) =>
      Promise.all(
        passes.map((id) =>
          take(
            api.POST('/api/v1/passes/{id}/judge/', { params: { path: { id } }, body: { decision, reason } } as never),
          ),
        ),
      ),
  );
}

export function useSetPolicy(slug: string) {
  return useChange([key(slug)], (body: Policy) =>
    take(api.PUT('/api/v1/projects/{project_slug}/transcripts/', { params: of(slug), body } as never)),
  );
}

export function usePlanted(pass: number) {
  return useGet(['planted', pass], '/api/v1/passes/{id}/planted/', { path: { id: pass } });
}
