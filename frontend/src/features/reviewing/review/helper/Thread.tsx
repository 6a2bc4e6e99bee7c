/** The comments on one row, oldest first. */

import { initials } from '@/lib/format';
import bar from '../bars/Bar.module.css';
import { mentionsIn } from '../model/mentions';
import type { Comment } from '../model/types';
import styles from './CommentsTab.module.css';
import { isOpen } from './useComments';

export function Thread({ comments }: { comments: readonly Comment[] }) {
  return (
    <ol className={styles.thread}>
      {comments.map((comment) => (
        <CommentView key={comment.id} comment={comment} />
      ))}
    </ol>
  );
}

function CommentView({ comment }: { comment: Comment }) {
  const name = comment.author?.name ?? 'A former member';
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
