/** The comments on a row, whether they are resolved, and where else in the review there are open ones. */

import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMembers } from '@/api/projects';
import { chordText, isMac } from '@/lib/chords';
import { initials } from '@/lib/format';
import { useCopy } from '@/lib/useCopy';
import { ErrorNote } from '@/ui/ErrorNote';
import bar from '../bars/Bar.module.css';
import { BarButton, QuietButton } from '../bars/buttons';
import { activate } from '../editor/navigation';
import { useEditor, useReview, useReviewParts } from '../frame/context';
import { mentionable, mentionsIn } from '../model/mentions';
import type { Comment } from '../model/types';
import styles from './CommentsTab.module.css';
import { isOpen, useCommentOn, useComments } from './comments';
import helper from './Helper.module.css';
import { MentionField } from './MentionField';

export function CommentsTab({ id }: { id: string }) {
  const order = useReview((state) => state.doc.order);
  const { all, resolve } = useComments();
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
        <CommentForm row={id} isReply={here.length > 0}>
          {last && isOpen(last) && (
            <QuietButton
              title="Nothing left to answer: the row is no longer marked"
              disabled={resolve.isPending}
              onClick={() => resolve.mutate({ comment: last, resolved: true })}
            >
              Resolve
            </QuietButton>
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

/** The comments on one row, oldest first. */
function Thread({ comments }: { comments: readonly Comment[] }) {
  return (
    <ol className={styles.thread}>
      {comments.map((comment) => (
        <CommentView key={comment.id} comment={comment} />
      ))}
    </ol>
  );
}

function CommentView({ comment }: { comment: Comment }) {
  const name = comment.author?.name ?? 'Someone';
  return (
    <li data-resolved={!isOpen(comment)}>
      <p className={styles.by}>
        <span className={bar.who} aria-hidden="true">
          {initials(comment.author?.name ?? '?')}
        </span>
        <b>{name}</b>
        <time dateTime={comment.created_at}>{moment(comment.created_at)}</time>
      </p>
      <p className={styles.words} dir="auto">
        {mentionsIn(comment.text, comment.mentions).map((part, i) =>
          i % 2 === 0 ? (
            part
          ) : (
            <span key={i} className={styles.named}>
              {part}
            </span>
          ),
        )}
      </p>
    </li>
  );
}

export function moment(at: string | null): string {
  if (at === null) return '';
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  return new Date(at).toLocaleString('en-GB', { day: 'numeric', month: 'short', ...time });
}

interface CommentFormProps {
  row: string;
  isReply: boolean;
  /** What else can be done here. */
  children: ReactNode;
}

/** Writing a comment or a reply, and resolving the thread. */
function CommentForm({ row: drawn, isReply, children }: CommentFormProps) {
  const editor = useEditor();
  const { info, state, row } = useReviewParts((all) => ({
    info: all.info,
    state: all.doc.state,
    // What is typed belongs to the active row, though the tab may not have caught up with it.
    row: all.active ?? drawn,
  }));
  const members = useMembers(info.project.slug);
  const { text, setText, send, isSending, error } = useCommentOn(row);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <MentionField
        people={mentionable(members.data ?? [], { ...info, state })}
        hint={isReply ? 'Write a reply, @ mentions someone' : 'Write a comment, @ mentions someone'}
        value={text}
        readOnly={isSending}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          else if (event.key === 'Escape') editor.set({ focus: editor.state.focus + 1 });
        }}
      />
      {error && <ErrorNote error={error} />}
      <p className={styles.by}>
        <BarButton type="submit" disabled={!text.trim() || isSending}>
          {isReply ? 'Reply' : 'Send'}
        </BarButton>
        {children}
        <small style={{ marginLeft: 'auto' }}>{chordText('Mod+Enter', isMac())} sends</small>
      </p>
    </form>
  );
}
