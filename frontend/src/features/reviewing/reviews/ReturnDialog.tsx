import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useReturnReview } from '@/api/reviews';
import type { ReviewListed } from '@/api/types';
import { reviewerName } from '@/lib/reviewerName';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { Form } from '@/ui/Form';
import { FormDialog } from '@/ui/FormDialog';

/** Sends a submitted review back to its annotator, who sees the reason. */
export function ReturnDialog({ review, onClose }: { review: ReviewListed; onClose: () => void }) {
  useReturnFocus();
  const [reason, setReason] = useState('');
  const giveBack = useReturnReview();
  const submit = () => giveBack.mutate({ id: review.id, reason: reason.trim() }, { onSuccess: onClose });
  const who = reviewerName(review.annotator);
  return (
    <FormDialog opened onClose={onClose} title={`Return to ${who}`}>
      <Form
        onSubmit={submit}
        error={giveBack.error}
        submit="Return it"
        isPending={giveBack.isPending}
        disabled={!reason.trim()}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <p className="soft">
          {review.pair.title} opens again for {who}. Every row stays as it is.
        </p>
        <Textarea
          label="Reason"
          placeholder="What should be looked at again, and from which row"
          required
          autosize
          minRows={3}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Form>
    </FormDialog>
  );
}
