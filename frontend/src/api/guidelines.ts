/** The guidelines of a project: which version stands, and which there are. */

import { useQuery } from '@tanstack/react-query';
import { api, take } from './client';
import type { components } from './schema';
import type { Answer } from './types';

export type Guidelines = Answer<components['schemas']['Guidelines']>;

export const guidelinesKey = (slug: string) => ['guidelines', slug] as const;

export function useGuidelines(slug: string) {
  return useQuery({
    queryKey: guidelinesKey(slug),
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/guidelines/', { params: { path: { project_slug: slug } }, signal }),
      ),
  });
}
