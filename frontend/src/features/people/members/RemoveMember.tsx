import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { Got } from '@/api/types';
import { type Removed, useLeaving, usePauseInstead, useRemove } from '@/features/people/requests/leaving';
import { plural } from '@/lib/format';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { Form } from '@/ui/Form';
import { Pending } from '@/ui/Pending';
import { OpenReviews, WhatBecomesOfIt } from './OpenReviews';
import { type Choice, removeWords } from './removal';

interface RemoveMemberProps {
  slug: string;
  member: Got<'Member'>;
  onRemoved: (user: Got<'Member'>['user'], removed: Removed) => void;
}

/** A button that removes a member, after asking what becomes of the work that they hold. */
export function RemoveMember(props: RemoveMemberProps) {
  const [isOpen, setOpen] = useState(false);
  const name = props.member.user.name || props.member.user.username;
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-label={`Remove ${name}`}>
        Remove…
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Remove ${name}?`}
        size={680}
        fullScreen={window.matchMedia('(max-width: 699px)').matches}
      >
        <Ask {...props} name={name} close={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function Ask({
  slug,
  member: { user },
  onRemoved,
  name,
  close,
}: RemoveMemberProps & { name: string; close: () => void }) {
  useReturnFocus();
  const leaving = useLeaving(slug, user.id);
  const remove = useRemove(slug, user.id, (removed) => onRemoved(user, removed));
  const pause = usePauseInstead(slug, user.id);
  const [choice, setChoice] = useState<Choice>({ work: 'queue', to: null });
  const { data } = leaving;
  const isOpen = Boolean(data && data.slots.length > 0);
  const body = { work: choice.work, ...(choice.work === 'give' && choice.to && { to: Number(choice.to) }) };
  return (
    <Form
      label={`Remove ${name}`}
      wide
      submit={data ? removeWords(data, choice) : 'Remove'}
      removes
      error={remove.error ?? pause.error}
      isPending={remove.isPending}
      disabled={!data || data.is_last_admin || (choice.work === 'give' && !choice.to)}
      onSubmit={() => remove.mutate(body)}
      beside={<Button onClick={close}>Cancel</Button>}
    >
      <Pending of={leaving} what="open work" />
      {data?.is_last_admin && <p role="alert">Make someone else admin first.</p>}
      {data && !data.is_last_admin && (
        <p className="soft">
          {name} can no longer open this project.
          {data.n_submitted > 0 &&
            ` ${plural(data.n_submitted, 'submitted review')} (${plural(data.n_rows, 'row')}) ${data.n_submitted === 1 ? 'stays' : 'stay'}, marked “former member” on the board.`}
        </p>
      )}
      {data && isOpen && !data.is_last_admin && (
        <>
          <OpenReviews slots={data.slots} />
          <WhatBecomesOfIt leaving={data} choice={choice} onChoose={setChoice} />
          <p className="soft">
            Only away?{' '}
            <Button
              size="compact-sm"
              loading={pause.isPending}
              onClick={() => pause.mutate(null, { onSuccess: close })}
            >
              Pause {name} instead
            </Button>{' '}
            Nothing new, and open reviews wait until their claims end.
          </p>
        </>
      )}
      {data && !data.is_last_admin && (
        <p className="soft">
          You can undo it while the page stays open; what somebody else has taken by then stays theirs.
        </p>
      )}
    </Form>
  );
}
