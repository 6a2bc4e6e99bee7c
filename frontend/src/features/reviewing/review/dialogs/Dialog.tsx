/**
 * The frame of the editor's dialogs: open while the state names it. The focus goes back to the active row, which may be
 * another than the one that had it before: the rows see to that.
 */

import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Editor } from '../editor/editor';
import type { DialogName } from '../editor/state';
import { useEditor, useReview } from '../frame/context';
import styles from './Dialog.module.css';

interface DialogProps {
  name: DialogName;
  title: ReactNode;
  /** In pixels. */
  size: number;
  /** Whether there is something to show in it. */
  when?: boolean;
  onClose?: () => void;
  /** Of a title that is more than words. */
  titleClass?: string | undefined;
  contentClass?: string | undefined;
  children: ReactNode;
}

export function Dialog({
  name,
  title,
  size,
  when = true,
  onClose,
  titleClass = styles.title,
  contentClass = '',
  children,
}: DialogProps) {
  const editor = useEditor();
  const isNamed = useReview((state) => state.dialog === name);
  return (
    <Modal
      opened={isNamed && when}
      onClose={onClose ?? (() => closeDialog(editor))}
      size={size}
      title={title}
      classNames={{ title: titleClass ?? '', content: contentClass }}
      returnFocus={false}
      data-dialog={name}
    >
      {children}
    </Modal>
  );
}

export function closeDialog(editor: Editor): void {
  editor.set({ dialog: null, focus: editor.state.focus + 1 });
}
