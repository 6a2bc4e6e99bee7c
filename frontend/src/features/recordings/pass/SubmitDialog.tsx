import { Button, Group, Modal } from '@mantine/core';
import { plural } from '@/lib/format';
import { usePassEditor, usePassState } from './context';

interface SubmitDialogProps {
  isPending: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

/** Asked before a pass is submitted, which nobody can undo: what is left, and who decides. */
export function SubmitDialog({ isPending, onSubmit, onClose }: SubmitDialogProps) {
  const editor = usePassEditor();
  const { masks } = editor.pass;
  const { answers, drafts } = usePassState(({ answers, drafts }) => ({ answers, drafts }));
  const nOpen = masks.filter(({ code }) => !answers.has(code)).length;
  const next = masks.findIndex(({ code }) => !answers.has(code) || drafts.has(code));
  return (
    <Modal
      opened
      onClose={onClose}
      size={480}
      title={nOpen > 0 ? `${nOpen} of ${plural(masks.length, 'mask')} without an answer` : 'Submit this pass?'}
    >
      <p className="soft">
        You can’t change a pass once it is submitted. The project’s limits decide at once whether it is accepted.
        {nOpen > 0 && ' One of them can be how many masks have no answer.'}
      </p>
      {drafts.size > 0 && (
        <p className="soft">What you typed at {plural(drafts.size, 'mask')} is not saved as an answer.</p>
      )}
      <Group gap={8} mt={16}>
        {next >= 0 ? (
          <Button
            variant="filled"
            data-autofocus
            onClick={() => {
              onClose();
              editor.open(next);
            }}
          >
            {nOpen > 0 ? 'Go to the next one to fill' : 'Go to what you typed'}
          </Button>
        ) : (
          <Button data-autofocus onClick={onClose}>
            Keep it open
          </Button>
        )}
        <Button variant={next >= 0 ? 'default' : 'filled'} loading={isPending} data-once onClick={onSubmit}>
          {next >= 0 ? 'Submit anyway' : 'Submit'}
        </Button>
      </Group>
    </Modal>
  );
}
