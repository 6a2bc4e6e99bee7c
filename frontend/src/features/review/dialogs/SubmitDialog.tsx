/** Asked once, when rows are left that nobody has reviewed. */

import { Button, Modal } from '@mantine/core';
import { useMemo } from 'react';
import { plural } from '@/lib/format';
import { goToUnreviewed } from '../editor/submission';
import { useEditor, useReview } from '../frame/context';
import { progressOf } from '../model/document';
import * as gestures from '../model/gestures';
import styles from './Dialog.module.css';
import { plainModal } from './modal';

export function SubmitDialog() {
  const editor = useEditor();
  const opened = useReview((state) => state.dialog === 'submit');
  const doc = useReview((state) => state.doc);
  const { rows, done } = useMemo(() => progressOf(doc), [doc]);
  const left = rows - done;
  const close = () => editor.set({ dialog: null, focus: editor.state.focus + 1 });
  return (
    <Modal
      {...plainModal}
      opened={opened}
      onClose={close}
      size={440}
      title={`${plural(left, 'row')} not reviewed yet`}
      classNames={{ title: styles.title ?? '' }}
      data-dialog="submit"
    >
      <p className={styles.said}>
        A submitted review is read-only until you reopen it. Rows that are not reviewed do not become gold.
      </p>
      <div className={styles.actions}>
        <Button
          variant="filled"
          data-autofocus
          onClick={() => {
            close();
            goToUnreviewed(editor);
          }}
        >
          Go to the next unreviewed
        </Button>
        <Button
          variant="default"
          onClick={() => {
            editor.do(gestures.submit(editor.state.doc, true));
            close();
          }}
        >
          Submit anyway
        </Button>
      </div>
    </Modal>
  );
}
