/** Writing a comment or a reply, and resolving the thread. */

import { type ReactNode, useState } from 'react';
import { useMembers } from '@/api/projects';
import { chordText, isMac } from '@/lib/chords';
import { ErrorNote } from '@/ui/ErrorNote';
import bar from '../bars/Bar.module.css';
import { useEditor, useReviewParts } from '../frame/context';
import { mentionable } from '../model/mentions';
import styles from './CommentsTab.module.css';
import { MentionField } from './MentionField';
import type { useComments } from './useComments';

interface Props {
  row: string;
  isReply: boolean;
  add: ReturnType<typeof useComments>['add'];
  /** What else can be done here. */
  children: ReactNode;
}

export function CommentForm({ row, isReply, add, children }: Props) {
  const editor = useEditor();
  const { info, state } = useReviewParts((all) => ({ info: all.info, state: all.doc.state }));
  const members = useMembers(info.project.slug);
  const [text, setText] = useState('');
  const send = () => {
    if (text.trim()) add.mutate({ row, text }, { onSuccess: () => setText('') });
  };
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
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          else if (event.key === 'Escape') editor.set({ focus: editor.state.focus + 1 });
        }}
      />
      {add.error && <ErrorNote error={add.error} />}
      <p className={styles.by}>
        <button type="submit" className={bar.button} disabled={!text.trim() || add.isPending}>
          {isReply ? 'Reply' : 'Send'}
        </button>
        {children}
        <small style={{ marginLeft: 'auto' }}>{chordText('Mod+Enter', isMac())} sends</small>
      </p>
    </form>
  );
}
