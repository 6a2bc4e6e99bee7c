/** Asked once, when rows are left that nobody has reviewed. */

import { Button, Modal } from '@mantine/core';
import { useMemo } from 'react';
import { plural } from '@/lib/format';
import { progressOf } from '../model/document';
import * as gestures from '../model/gestures';
import { goToUnreviewed } from '../session/submitting';
import { useReview, useReviewSession } from './context';
import styles from './dialogs.module.css';
import { plainModal } from './modal';

export function SubmitDialog() {
  const session = useReviewSession();
  const opened = useReview((state) => state.dialog === 'submit');
  const doc = useReview((state) => state.doc);
  const { rows, done } = useMemo(() => progressOf(doc), [doc]);
  const left = rows - done;
  const close = () => session.set({ dialog: null, focus: session.state.focus + 1 });
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
        A submitted review is read only until you take it back. Rows that nobody has reviewed do not become gold.
      </p>
      <div className={styles.actions}>
        <Button
          variant="filled"
          data-autofocus
          onClick={() => {
            close();
            goToUnreviewed(session);
          }}
        >
          Go to the next unreviewed
        </Button>
        <Button
          variant="default"
          onClick={() => {
            session.do(gestures.submit(session.state.doc, true));
            close();
          }}
        >
          Submit all the same
        </Button>
      </div>
    </Modal>
  );
}
