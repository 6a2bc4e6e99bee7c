/** A button that puts a text into the post-edit field. */

import type { ReactNode } from 'react';
import { insertText } from '../editor/recalling';
import { readOnly } from '../editor/state';
import { useEditor, useReview } from '../frame/context';
import styles from './Recall.module.css';

interface Props {
  row: string;
  text: string;
  children: ReactNode;
}

export function TakeText({ row, text, children }: Props) {
  const editor = useEditor();
  const locked = useReview(readOnly) !== null;
  if (locked) return null;
  return (
    <button
      type="button"
      className={styles.take}
      title="Puts it into the post-edit; nothing is saved yet"
      aria-label={`start the post-edit from: ${text}`}
      onClick={() => insertText(editor, row, text)}
    >
      {children}
    </button>
  );
}
