/** The comments of a review, and what can be done with them: everybody's, of all rows. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEditor, useReview } from '../frame/context';
import type { Comment } from '../model/types';

export function isOpen({ resolved_at: at }: Comment): boolean {
  return at === null;
}

export function useComments() {
  const editor = useEditor();
  const client = useQueryClient();
  const review = useReview((state) => state.info.id);
  const key = ['reviews', review, 'comments'];
  const all = useQuery({ queryKey: key, queryFn: ({ signal }) => editor.transport.comments(signal) });
  const reload = async () => {
    await client.invalidateQueries({ queryKey: key });
    editor.countComments((client.getQueryData<readonly Comment[]>(key) ?? []).filter(isOpen));
  };
  const add = useMutation({
    mutationFn: ({ row, text }: { row: string; text: string }) => editor.transport.comment(row, text),
    onSuccess: reload,
  });
  const resolve = useMutation({
    mutationFn: ({ comment, resolved }: { comment: Comment; resolved: boolean }) =>
      editor.transport.resolve(comment.id, resolved),
    onSuccess: reload,
  });
  return { all, add, resolve };
}
