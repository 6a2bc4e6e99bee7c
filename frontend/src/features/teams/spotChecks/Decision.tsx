import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { DialogButton } from '@/ui/DialogButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { type JudgedSpotCheck, useDecision } from './requests';
import classes from './SpotChecks.module.css';
import { comesTo, things } from './words';

interface DecisionProps {
  slug: string;
  check: JudgedSpotCheck;
}

/** What the verdicts come to, and what became of the work; either can be undone. */
export function Decision({ slug, check }: DecisionProps) {
  const decision = useDecision(slug, check.id);
  const outcome = comesTo(check);
  const error = decision.isError && <ErrorNote error={decision.error} />;
  if (check.state !== 'open') {
    return (
      <section className={classes.decision} aria-label="Decision" data-state={check.state}>
        <p>
          <b>{check.state === 'accepted' ? 'Accepted.' : 'Sent back.'}</b> {check.reason}
        </p>
        <Button loading={decision.isPending} onClick={() => decision.mutate({ act: 'reopen' })}>
          Undo
        </Button>
        {error}
      </section>
    );
  }
  if (!outcome) return error || null;
  return (
    <section className={classes.decision} aria-label="Decision" data-state={outcome}>
      <p role="status">
        {outcome === 'accepted'
          ? `All are judged, and ${things(check.kind, check.n_faulty ?? 0)} of at most ${check.most_faulty} faulty.`
          : `${things(check.kind, check.n_faulty ?? 0)} are faulty: more than ${check.most_faulty}.`}
      </p>
      {outcome === 'accepted' ? (
        <Button variant="filled" loading={decision.isPending} onClick={() => decision.mutate({ act: 'decide' })}>
          Accept the work
        </Button>
      ) : (
        <DialogButton variant="filled" verb="Send the work back" title="Send the work back">
          {(close) => (
            <SendBack
              check={check}
              isPending={decision.isPending}
              error={decision.error}
              onSend={(reason) => decision.mutate({ act: 'decide', reason }, { onSuccess: close })}
            />
          )}
        </DialogButton>
      )}
      {error}
    </section>
  );
}

interface SendBackProps {
  check: JudgedSpotCheck;
  isPending: boolean;
  error: unknown;
  onSend: (reason: string) => void;
}

function SendBack({ check, isPending, error, onSend }: SendBackProps) {
  const limit = `${check.n_faulty} of ${things(check.kind, check.n_items)} are faulty; at most ${check.most_faulty} may be.`;
  const [reason, setReason] = useState(limit);
  return (
    <Form
      label="Send the work back"
      submit="Send back"
      isPending={isPending}
      disabled={reason.trim() === ''}
      error={error}
      onSubmit={() => onSend(reason)}
    >
      <p>
        {check.kind === 'slides'
          ? 'All slides that this person has checked are open again.'
          : 'All accepted passes of this person whose text is not stored are rejected.'}
      </p>
      <Textarea
        label="Reason"
        description="What its person reads, with the items that are faulty."
        maxLength={500}
        autosize
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </Form>
  );
}
