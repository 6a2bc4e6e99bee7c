/** Edits that the server failed on, with what it said: the person tries them again or discards them. */

import { Button, Modal } from '@mantine/core';
import { plural } from '@/lib/format';
import { useEditor, useReview } from '../frame/context';
import styles from './Dialog.module.css';
import { EditList } from './EditList';
import { plainModal } from './modal';
import { saveEdits } from './saveEdits';

export function AsideDialog() {
  const editor = useEditor();
  const opened = useReview((state) => state.dialog === 'aside');
  const aside = useReview((state) => state.queue.aside);
  const close = () => editor.set({ dialog: null, focus: editor.state.focus + 1 });
  const act = (what: () => void) => () => {
    what();
    close();
  };
  return (
    <Modal
      {...plainModal}
      opened={opened && aside.length > 0}
      onClose={close}
      size={560}
      title={`${plural(aside.length, 'edit')} could not be saved`}
      classNames={{ title: styles.title ?? '' }}
      data-dialog="aside"
    >
      <p className={styles.said}>
        The server failed on {aside.length === 1 ? 'this edit' : 'these edits'} several times while everything else was
        saved. {aside.length === 1 ? 'It is' : 'They are'} still on this device. Tell your admin if it happens again.
      </p>
      <EditList edits={aside} />
      <div className={styles.actions}>
        <Button variant="filled" data-autofocus onClick={act(() => editor.exchange.retryAside())}>
          Try again
        </Button>
        <Button variant="default" onClick={act(() => editor.exchange.discardAside())}>
          Discard
        </Button>
        <Button variant="subtle" ml="auto" onClick={() => saveEdits(editor)}>
          Save as a file
        </Button>
      </div>
    </Modal>
  );
}
