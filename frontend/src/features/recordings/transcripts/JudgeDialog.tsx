import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { plural } from '@/lib/format';
import { Form } from '@/ui/Form';
import { FormDialog } from '@/ui/FormDialog';
import { type Decision, useJudge } from './requests';

const words: Record<Decision, [title: string, submit: string, reads: string]> = {
  accept: ['Accept anyway', 'Accept', 'Why they are accepted although they broke a limit. It is logged.'],
  reject: ['Reject', 'Reject', 'What the filler reads.'],
  hold: ['Hold', 'Hold', 'What the filler reads.'],
  withdraw: ['Withdraw', 'Withdraw', 'What the filler reads. A second pass goes on without these answers.'],
};

interface JudgeDialogProps {
  slug: string;
  decision: Decision;
  /** Whether rejected work goes to another person. */
  toAnother: boolean;
  passes: number[];
  onClose: () => void;
  onDone: () => void;
}

/** The reason of a decision about submissions. */
export function JudgeDialog({ slug, decision, toAnother, passes, onClose, onDone }: JudgeDialogProps) {
  const [reason, setReason] = useState('');
  const judge = useJudge(slug);
  const [title, submit, reads] = words[decision];
  const next = toAnother ? 'The work goes to another person.' : 'They can claim the work again.';
  return (
    <FormDialog opened onClose={onClose} title={`${title}: ${plural(passes.length, 'submission')}`}>
      <Form
        label={title}
        submit={submit}
        isPending={judge.isPending}
        disabled={reason.trim() === ''}
        error={judge.error}
        onSubmit={() => judge.mutate({ passes, decision, reason }, { onSuccess: onDone })}
      >
        <Textarea
          label="Reason"
          description={decision === 'reject' ? `${reads} ${next}` : reads}
          required
          maxLength={500}
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Form>
    </FormDialog>
  );
}
