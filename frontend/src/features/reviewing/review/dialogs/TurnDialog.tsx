/** Asked when an undo or redo would submit the review or open it again: whoever holds the key down meant rows. */

import { Button, Group } from '@mantine/core';
import { useEditor, useReviewParts } from '../frame/context';
import { closeDialog, Dialog } from './Dialog';

export function TurnDialog() {
  const editor = useEditor();
  const { turning, state } = useReviewParts(({ turning, doc }) => ({ turning, state: doc.state }));
  const isSubmitted = state === 'submitted';
  const close = () => closeDialog(editor);
  const words = { undo: 'Undo', redo: 'Redo' }[turning];
  return (
    <Dialog name="turn_back" size={480} title={isSubmitted ? 'Reopen this review?' : 'Submit this review again?'}>
      <p className="soft">
        {words} has come to where the review was {isSubmitted ? 'submitted' : 'reopened'}.{' '}
        {isSubmitted ? 'Reopened, it can be changed again and is not gold.' : 'Submitted, it is read-only.'}
      </p>
      <Group gap={8} mt={16}>
        <Button variant="filled" data-autofocus onClick={close}>
          Leave it {isSubmitted ? 'submitted' : 'open'}
        </Button>
        <Button
          onClick={() => {
            close();
            editor.turnBack(turning, true);
          }}
        >
          {isSubmitted ? 'Reopen it' : 'Submit it again'}
        </Button>
      </Group>
    </Dialog>
  );
}
