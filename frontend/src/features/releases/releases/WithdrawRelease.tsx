import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Release, useWithdrawRelease } from '@/features/releases/requests/releases';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';

/** Asks why a release is withdrawn. It cannot be undone. */
export function WithdrawRelease({ release }: { release: Release }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const withdraw = useWithdrawRelease(release.id);
  const errors = formErrors(withdraw.error, ['reason']);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Withdraw…</Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Withdraw ${release.title} ${release.version}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Form
          wide
          onSubmit={() => withdraw.mutate(reason.trim(), { onSuccess: () => setOpen(false) })}
          error={errors.rest}
          submit="Withdraw"
          isPending={withdraw.isPending}
          disabled={!reason.trim()}
        >
          <p className="soft">
            Its rows and files stay, behind a warning that gives this reason. A withdrawal can’t be undone.
          </p>
          <Textarea
            label="Reason"
            description="Say what is wrong, and which release to use instead."
            required
            autosize
            minRows={2}
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={errors.field('reason')}
          />
        </Form>
      </Modal>
    </>
  );
}
