/** What people say about a row. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { initials } from '@/lib/format';
import { useCopy } from '@/lib/useCopy';
import { ErrorNote } from '@/ui/ErrorNote';
import { activate } from '../session/commands';
import type { Comment } from '../session/transport';
import { useReviewParts, useReviewSession } from './context';
import frame from './frame.module.css';
import styles from './helper.module.css';
import { MentionField } from './MentionField';

export function CommentsTab({ id }: { id: string }) {
  const session = useReviewSession();
  const client = useQueryClient();
  const { review, order, project } = useReviewParts((state) => ({
    review: state.info.id,
    order: state.doc.order,
    project: state.info.project.slug,
  }));
  const key = ['reviews', review, 'comments'];
  const comments = useQuery({ queryKey: key, queryFn: ({ signal }) => session.transport.comments(signal) });
  const [text, setText] = useState('');
  const { state, copy } = useCopy();
  const add = useMutation({
    mutationFn: () => session.transport.comment(id, text),
    onSuccess: async () => {
      setText('');
      await client.invalidateQueries({ queryKey: key });
      session.countComments(client.getQueryData<readonly Comment[]>(key) ?? []);
    },
  });
  const all = comments.data ?? [];
  const here = all.filter((comment) => comment.row === id);
  const elsewhere = [...new Set(all.map((comment) => comment.row))].filter((row) => row !== id && order.includes(row));
  const link = () => {
    const address = new URL(globalThis.location.href);
    address.searchParams.set('row', id);
    void copy(address.href);
  };
  return (
    <>
      <section>
        <h2>
          Row {order.indexOf(id) + 1}
          <button type="button" className={styles.link} onClick={link}>
            {state === 'copied' ? 'Copied' : state === 'failed' ? 'Copy the address by hand' : 'Copy link'}
          </button>
        </h2>
        {comments.error && <ErrorNote error={comments.error} onRetry={() => void comments.refetch()} />}
        <ol className={styles.thread}>
          {here.map((comment) => (
            <li key={comment.id}>
              <p className={styles.by}>
                <span className={frame.who} aria-hidden="true">
                  {initials(comment.author?.name ?? '?')}
                </span>
                <b>{comment.author?.name ?? 'Someone who left'}</b>
                <time dateTime={comment.created_at}>
                  {new Date(comment.created_at).toLocaleString('en-GB', {
                    day: 'numeric',
                    month: 'short',
                    hour: '2-digit',
                    minute: '2-digit',
                  })}
                </time>
              </p>
              <p className={styles.words} dir="auto">
                {comment.text}
              </p>
            </li>
          ))}
        </ol>
        {comments.data && here.length === 0 && (
          <p className={styles.reason}>Nobody has said anything about this row.</p>
        )}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim()) add.mutate();
          }}
        >
          <MentionField
            project={project}
            value={text}
            onChange={setText}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim()) add.mutate();
              else if (event.key === 'Escape') session.set({ focus: session.state.focus + 1 });
            }}
          />
          {add.error && <ErrorNote error={add.error} />}
          <p className={styles.by}>
            <button type="submit" className={frame.button} disabled={!text.trim() || add.isPending}>
              Send
            </button>
            <small style={{ marginLeft: 'auto' }}>Ctrl Enter sends</small>
          </p>
        </form>
      </section>
      {elsewhere.length > 0 && (
        <section>
          <h2>Elsewhere in this talk</h2>
          <ol className={styles.near}>
            {elsewhere.map((row) => {
              const last = all.findLast((comment) => comment.row === row);
              return (
                <li key={row}>
                  <span className={styles.n}>{order.indexOf(row) + 1}</span>
                  <button
                    type="button"
                    style={{ textAlign: 'left', whiteSpace: 'normal' }}
                    onClick={() => activate(session, row)}
                  >
                    {last?.text}
                  </button>
                  <span className={styles.n}>{all.filter((comment) => comment.row === row).length}</span>
                </li>
              );
            })}
          </ol>
        </section>
      )}
    </>
  );
}
