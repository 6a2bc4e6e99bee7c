/** Edits that the server failed on, with what it said: the person tries them again or discards them. */

import { Button, Group } from '@mantine/core';
import { plural } from '@/lib/format';
import { useEditor, useReview } from '../frame/context';
import { closeDialog, Dialog } from './Dialog';
import { EditList, saveEdits } from './EditList';

export function AsideDialog() {
  const editor = useEditor();
  const aside = useReview((state) => state.queue.aside);
  const act = (what: () => void) => () => {
    what();
    closeDialog(editor);
  };
  return (
    <Dialog
      name="aside"
      when={aside.length > 0}
      size={560}
      title={`${plural(aside.length, 'edit')} could not be saved`}
    >
      <p className="soft">
        The server failed on {aside.length === 1 ? 'this edit' : 'these edits'} several times while everything else was
        saved. {aside.length === 1 ? 'It is' : 'They are'} still on this device. Tell your admin if it happens again.
      </p>
      <EditList edits={aside} />
      <Group gap={8} mt={16}>
        <Button variant="filled" data-autofocus onClick={act(() => editor.exchange.retryAside())}>
          Try again
        </Button>
        <Button onClick={act(() => editor.exchange.discardAside())}>Discard</Button>
        <Button variant="subtle" ml="auto" onClick={() => saveEdits(editor)}>
          Save as a file
        </Button>
      </Group>
    </Dialog>
  );
}
