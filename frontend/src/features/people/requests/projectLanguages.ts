/** The languages of a project's texts, as those that people read are kept. Only admins may ask. */

import { useGet } from '@/api/useGet';
import { primary } from '@/lib/languages';

export function useProjectLanguages(project: string, enabled: boolean): string[] {
  const choices = useGet(
    ['assignments', project, 'choices'],
    '/api/v1/projects/{project_slug}/assignments/choices/',
    { path: { project_slug: project } },
    { enabled, staleTime: 300_000 },
  );
  return [...new Set((choices.data?.languages ?? []).map(primary))].filter((tag) => tag && tag !== 'und');
}
