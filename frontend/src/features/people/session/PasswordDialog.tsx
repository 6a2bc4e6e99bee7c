import { Button, Modal, PasswordInput } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { useDefaults } from '@/api/defaults';
import { useChangePassword } from '@/api/session';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';

interface PasswordDialogProps {
  username: string;
  onClose: () => void;
  /** What gets the focus when the dialog closes. */
  returnTo?: RefObject<HTMLElement | null>;
}

/** Changes one's own password, which ends one's sessions elsewhere. */
export function PasswordDialog({ username, onClose, returnTo }: PasswordDialogProps) {
  useReturnFocus(returnTo);
  const change = useChangePassword();
  return (
    <Modal opened onClose={onClose} title="Change your password" size="sm">
      {change.isSuccess ? (
        <div style={{ display: 'grid', gap: 16 }}>
          <p role="status">Password changed. You’re still signed in here, and signed out everywhere else.</p>
          <div>
            <Button variant="filled" onClick={onClose} data-autofocus>
              Close
            </Button>
          </div>
        </div>
      ) : (
        <PasswordForm username={username} change={change} onClose={onClose} />
      )}
    </Modal>
  );
}

interface PasswordFormProps {
  username: string;
  change: ReturnType<typeof useChangePassword>;
  onClose: () => void;
}

function PasswordForm({ username, change, onClose }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [next, setNext] = useState('');
  const shortest = useDefaults().data?.password_characters;
  const errors = formErrors(change.error, ['password', 'new_password']);
  return (
    <Form
      onSubmit={() => change.mutate({ password, new_password: next })}
      error={errors.rest}
      submit="Change password"
      isPending={change.isPending}
      disabled={!password || !next}
      beside={<Button onClick={onClose}>Cancel</Button>}
    >
      {/* For the browser's password manager, which otherwise does not know whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordInput
        label="Current password"
        required
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={errors.field('password')}
      />
      <PasswordInput
        label="New password"
        description={`${shortest ? `At least ${shortest} characters. ` : ''}You will be signed out everywhere else.`}
        required
        autoComplete="new-password"
        value={next}
        onChange={(event) => setNext(event.currentTarget.value)}
        error={errors.field('new_password')}
      />
    </Form>
  );
}
