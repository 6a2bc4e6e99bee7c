import { Textarea } from '@mantine/core';
import { type Release, useWithdrawRelease } from '@/features/releases/requests/releases';
import { DialogButton } from '@/ui/DialogButton';
import { Form } from '@/ui/Form';
import { useFields } from '@/ui/useFields';

/** Asks why a release is withdrawn. It cannot be undone. */
export function WithdrawRelease({ release }: { release: Release }) {
  const withdraw = useWithdrawRelease(release.id);
  const { values, field, rest } = useFields({ reason: '' }, withdraw.error);
  const reason = values.reason.trim();
  return (
    <DialogButton verb="Withdraw…" title={`Withdraw ${release.title} ${release.version}`}>
      {(close) => (
        <Form
          wide
          onSubmit={() => withdraw.mutate(reason, { onSuccess: close })}
          error={rest}
          submit="Withdraw"
          isPending={withdraw.isPending}
          disabled={!reason}
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
            {...field('reason')}
          />
        </Form>
      )}
    </DialogButton>
  );
}
