/** What people say about a row, and whether it is resolved. */

import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMembers } from '@/api/projects';
import { initials } from '@/lib/format';
import { useCopy } from '@/lib/useCopy';
import { ErrorNote } from '@/ui/ErrorNote';
import { activate } from '../editor/navigation';
import type { Comment } from '../editor/transport';
import { useEditor, useReviewParts } from '../frame/context';
import frame from '../frame/Review.module.css';
import { mentionable, mentionsIn } from '../model/mentions';
import styles from './CommentsTab.module.css';
import helper from './Helper.module.css';
import { MentionField } from './MentionField';

export function CommentsTab({ id }: { id: string }) {
  const editor = useEditor();
  const client = useQueryClient();
  const {
    info,
    state: reviewState,
    order,
  } = useReviewParts((state) => ({
    info: state.info,
    state: state.doc.state,
    order: state.doc.order,
  }));
  const key = ['reviews', info.id, 'comments'];
  const comments = useQuery({ queryKey: key, queryFn: ({ signal }) => editor.transport.comments(signal) });
  const members = useMembers(info.project.slug);
  const people = mentionable(members.data ?? [], { ...info, state: reviewState });
  const [text, setText] = useState('');
  const { state, copy } = useCopy();
  const reload = async () => {
    await client.invalidateQueries({ queryKey: key });
    editor.countComments((client.getQueryData<readonly Comment[]>(key) ?? []).filter(isOpen));
  };
  const add = useMutation({
    mutationFn: () => editor.transport.comment(id, text),
    onSuccess: async () => {
      setText('');
      await reload();
    },
  });
  const resolve = useMutation({
    mutationFn: ({ comment, resolved }: { comment: Comment; resolved: boolean }) =>
      editor.transport.resolve(comment.id, resolved),
    onSuccess: reload,
  });
  const all = comments.data ?? [];
  const here = all.filter((comment) => comment.row === id);
  const last = here.at(-1);
  const elsewhere = [...new Set(all.filter(isOpen).map((comment) => comment.row))].filter(
    (row) => row !== id && order.includes(row),
  );
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
          <button type="button" className={helper.link} onClick={link}>
            {state === 'copied' ? 'Copied' : state === 'failed' ? 'Copy the address by hand' : 'Copy link'}
          </button>
        </h2>
        {comments.error && <ErrorNote error={comments.error} onRetry={() => void comments.refetch()} />}
        <ol className={styles.thread}>
          {here.map((comment) => (
            <Said key={comment.id} comment={comment} />
          ))}
        </ol>
        {comments.data && !last && <p className={helper.reason}>Nobody has said anything about this row.</p>}
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
              Open again
            </button>
          </p>
        )}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim()) add.mutate();
          }}
        >
          <MentionField
            people={people}
            hint={here.length > 0 ? 'Write a reply, @ mentions someone' : 'Write a comment, @ mentions someone'}
            value={text}
            onChange={setText}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim()) add.mutate();
              else if (event.key === 'Escape') editor.set({ focus: editor.state.focus + 1 });
            }}
          />
          {add.error && <ErrorNote error={add.error} />}
          {resolve.error && <ErrorNote error={resolve.error} />}
          <p className={styles.by}>
            <button type="submit" className={frame.button} disabled={!text.trim() || add.isPending}>
              {here.length > 0 ? 'Reply' : 'Send'}
            </button>
            {last && isOpen(last) && (
              <button
                type="button"
                className={`${frame.button} ${frame.quiet}`}
                title="Nothing is left to answer: the row is no longer marked"
                disabled={resolve.isPending}
                onClick={() => resolve.mutate({ comment: last, resolved: true })}
              >
                Resolve
              </button>
            )}
            <small style={{ marginLeft: 'auto' }}>Ctrl Enter sends</small>
          </p>
        </form>
      </section>
      {elsewhere.length > 0 && (
        <section>
          <h2>Elsewhere in this talk</h2>
          <ol className={helper.near}>
            {elsewhere.map((row) => {
              const there = all.filter((comment) => comment.row === row && isOpen(comment));
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
      )}
    </>
  );
}

function Said({ comment }: { comment: Comment }) {
  const pieces = mentionsIn(comment.text, comment.mentions);
  return (
    <li data-resolved={!isOpen(comment)}>
      <p className={styles.by}>
        <span className={frame.who} aria-hidden="true">
          {initials(comment.author?.name ?? '?')}
        </span>
        <b>{comment.author?.name ?? 'Someone who left'}</b>
        <time dateTime={comment.created_at}>{moment(comment.created_at)}</time>
      </p>
      <p className={styles.words} dir="auto">
        {pieces.map((piece, i) =>
          i % 2 === 0 ? (
            piece
          ) : (
            <span key={i} className={styles.named}>
              {piece}
            </span>
          ),
        )}
      </p>
    </li>
  );
}

function isOpen({ resolved_at: at }: Comment): boolean {
  return at === null;
}

function moment(at: string | null): string {
  if (at === null) return '';
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  return new Date(at).toLocaleString('en-GB', { day: 'numeric', month: 'short', ...time });
}
