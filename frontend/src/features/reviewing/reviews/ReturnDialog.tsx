import { Button, Modal, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useReturnReview } from '@/api/reviews';
import type { ReviewListed } from '@/api/types';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { ErrorNote } from '@/ui/ErrorNote';

/** Sends a submitted review back to its annotator, who sees the reason. */
export function ReturnDialog({ review, onClose }: { review: ReviewListed; onClose: () => void }) {
  useReturnFocus();
  const [reason, setReason] = useState('');
  const giveBack = useReturnReview();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    giveBack.mutate({ id: review.id, reason: reason.trim() }, { onSuccess: onClose });
  };
  const who = review.annotator.name || review.annotator.username;
  return (
    <Modal opened onClose={onClose} title={`Return to ${who}`}>
      <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
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
        {giveBack.isError && <ErrorNote error={giveBack.error} />}
        <div style={{ display: 'flex', gap: 8 }}>
          <Button type="submit" variant="filled" loading={giveBack.isPending} disabled={!reason.trim()}>
            Return it
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  );
}
