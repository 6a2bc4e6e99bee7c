/** Accepted rows of the project that hold a text, some at a time. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEditor, useReview } from '../frame/context';

/** How often it is asked again while a worker fills the index. */
const indexingMilliseconds = 5000;

export function useConcordance(text: string) {
  const editor = useEditor();
  const project = useReview((state) => state.info.project.slug);
  return useInfiniteQuery({
    queryKey: ['projects', project, 'concordance', text],
    queryFn: ({ signal, pageParam }) => editor.transport.concordance(project, text, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: text !== '',
    retry: false,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      return pages.length === 1 && (pages[0]?.n_pending ?? 0) > 0 ? indexingMilliseconds : false;
    },
  });
}
