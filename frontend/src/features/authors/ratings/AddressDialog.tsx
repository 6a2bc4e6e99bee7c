import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useChangeInvitation } from '@/api/invitations';
import type { Invitation } from '@/api/types';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { TextField } from '@/ui/TextField';

/** Corrects an address that the mail server refused; the invitation is sent there. */
export function AddressDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  useReturnFocus();
  const fix = useChangeInvitation();
  const [email, setEmail] = useState(invitation.author_email);
  const errors = formErrors(fix.error, ['new_email']);
  return (
    <Modal opened onClose={onClose} title={`Fix the address of ${invitation.author_name}`}>
      <Form
        onSubmit={() => fix.mutate({ id: invitation.id, new_email: email.trim() }, { onSuccess: onClose })}
        error={errors.rest}
        submit="Save and send"
        isPending={fix.isPending}
        disabled={!email.trim() || email.trim() === invitation.author_email}
      >
        <p>
          The server refused {invitation.author_email}: <span className="soft">{invitation.send_error}</span>
        </p>
        <TextField
          label="E-mail"
          type="email"
          value={email}
          onChange={setEmail}
          error={errors.field('new_email')}
          data-autofocus
        />
      </Form>
    </Modal>
  );
}
