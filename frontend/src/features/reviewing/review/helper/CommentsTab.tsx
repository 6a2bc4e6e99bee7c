/** The comments on a row, whether they are resolved, and where else in the review there are open ones. */

import { IconCheck } from '@tabler/icons-react';
import { useCopy } from '@/lib/useCopy';
import { ErrorNote } from '@/ui/ErrorNote';
import bar from '../bars/Bar.module.css';
import { activate } from '../editor/navigation';
import { useEditor, useReview } from '../frame/context';
import type { Comment } from '../model/types';
import { CommentForm } from './CommentForm';
import styles from './CommentsTab.module.css';
import helper from './Helper.module.css';
import { moment, Thread } from './Thread';
import { isOpen, useComments } from './useComments';

export function CommentsTab({ id }: { id: string }) {
  const order = useReview((state) => state.doc.order);
  const { all, add, resolve } = useComments();
  const comments = all.data ?? [];
  const here = comments.filter((comment) => comment.row === id);
  const last = here.at(-1);
  return (
    <>
      <section>
        <h2>
          Row {order.indexOf(id) + 1} <CopyLink row={id} />
        </h2>
        {all.error && <ErrorNote error={all.error} onRetry={() => void all.refetch()} />}
        <Thread comments={here} />
        {all.data && !last && <p className={helper.reason}>No comments on this row yet.</p>}
        {last && !isOpen(last) && (
          <p className={styles.resolved}>
            <IconCheck size={14} stroke={1.75} aria-hidden="true" />
            Resolved{last.resolved_by && ` by ${last.resolved_by.name}`}, {moment(last.resolved_at)}
            <button
              type="button"
              className={helper.link}
              disabled={resolve.isPending}
              onClick={() => resolve.mutate({ comment: last, resolved: false })}
            >
              Reopen
            </button>
          </p>
        )}
        <CommentForm row={id} isReply={here.length > 0} add={add}>
          {last && isOpen(last) && (
            <button
              type="button"
              className={`${bar.button} ${bar.quiet}`}
              title="Nothing left to answer: the row is no longer marked"
              disabled={resolve.isPending}
              onClick={() => resolve.mutate({ comment: last, resolved: true })}
            >
              Resolve
            </button>
          )}
        </CommentForm>
        {resolve.error && <ErrorNote error={resolve.error} />}
      </section>
      <OpenElsewhere comments={comments.filter((comment) => comment.row !== id && isOpen(comment))} />
    </>
  );
}

function CopyLink({ row }: { row: string }) {
  const { state, copy } = useCopy();
  const link = () => {
    const address = new URL(globalThis.location.href);
    address.searchParams.set('row', row);
    void copy(address.href);
  };
  return (
    <button type="button" className={helper.link} onClick={link}>
      {state === 'copied' ? 'Copied' : state === 'failed' ? 'Copy the address by hand' : 'Copy link'}
    </button>
  );
}

function OpenElsewhere({ comments }: { comments: readonly Comment[] }) {
  const editor = useEditor();
  const order = useReview((state) => state.doc.order);
  const rows = [...new Set(comments.map((comment) => comment.row))].filter((row) => order.includes(row));
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>Elsewhere in this review</h2>
      <ol className={helper.near}>
        {rows.map((row) => {
          const there = comments.filter((comment) => comment.row === row);
          return (
            <li key={row}>
              <span className={helper.n}>{order.indexOf(row) + 1}</span>
              <button
                type="button"
                style={{ textAlign: 'left', whiteSpace: 'normal' }}
                onClick={() => activate(editor, row)}
              >
                {there.at(-1)?.text}
              </button>
              <span className={helper.n}>{there.length}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
