/** The comments of a review, and what can be done with them. */

import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTyped } from '@/lib/useTyped';
import { useEditor, useReview } from '../frame/context';
import { unknownMentions } from '../model/mentions';
import type { Comment } from '../model/types';

export function isOpen({ resolved_at: at }: Comment): boolean {
  return at === null;
}

function useCommentsKey() {
  const editor = useEditor();
  const client = useQueryClient();
  const review = useReview((state) => state.info.id);
  const key = ['reviews', review, 'comments'];
  const reload = async () => {
    await client.invalidateQueries({ queryKey: key });
    editor.countComments((client.getQueryData<readonly Comment[]>(key) ?? []).filter(isOpen));
  };
  return { editor, client, key, reload };
}

/** Everybody's, of all rows. */
export function useComments() {
  const { editor, key, reload } = useCommentsKey();
  const all = useQuery({ queryKey: key, queryFn: ({ signal }) => editor.transport.comments(signal) });
  const resolve = useMutation({
    networkMode: 'always',
    mutationFn: ({ comment, resolved }: { comment: Comment; resolved: boolean }) =>
      editor.transport.resolve(comment.id, resolved),
    onSuccess: reload,
  });
  return { all, resolve };
}

/** The comment that somebody writes on a row. It is kept until the server has it, and sent once. */
export function useCommentOn(row: string) {
  const { editor, client, key, reload } = useCommentsKey();
  const { info } = editor.state;
  const [text = '', setText] = useTyped(`lectern.comment.${info.id}.${info.reader.id}.${row}`);
  const mutationKey = [...key, row];
  const add = useMutation({
    mutationKey,
    // Offline, it says so instead of waiting.
    networkMode: 'always',
    mutationFn: async () => {
      if (!(await editor.exchange.has(row)))
        throw new Error('Not sent: this row is not saved yet. Send your comment once it is.');
      return editor.transport.comment(row, text);
    },
    onSuccess: ({ text: written, mentions }) => {
      setText(undefined);
      const unknown = unknownMentions(written, mentions).map((name) => `@${name}`);
      if (unknown.length > 0)
        editor.say(`${unknown.join(', ')}: nobody who can read this review has that name, so nobody was told.`, 'warn');
      return reload();
    },
  });
  const isSending = useIsMutating({ mutationKey }) > 0;
  const send = () => {
    if (text.trim() && client.isMutating({ mutationKey }) === 0) add.mutate();
  };
  return { text, setText: (next: string) => setText(next || undefined), send, isSending, error: add.error };
}
