import { Button, Modal, PasswordInput } from '@mantine/core';
import { type FormEvent, type RefObject, useState } from 'react';
import { ApiError } from '@/api/client';
import { useChangePassword } from '@/api/session';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { ErrorNote } from '@/ui/ErrorNote';

/** As the server has it; it also refuses what many people use. */
const shortest = 10;

interface PasswordDialogProps {
  username: string;
  onClose: () => void;
  /** What gets the focus when the dialog closes. */
  returnTo?: RefObject<HTMLElement | null>;
}

/** Another password for who is signed in; it ends their sessions elsewhere. */
export function PasswordDialog({ username, onClose, returnTo }: PasswordDialogProps) {
  useReturnFocus(returnTo);
  const change = useChangePassword();
  return (
    <Modal opened onClose={onClose} title="Change your password" size="sm">
      {change.isSuccess ? (
        <div style={{ display: 'grid', gap: 16 }}>
          <p role="status">Your password is changed. You stay signed in here; everywhere else you are signed out.</p>
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
  const fault = (field: string) => (change.error instanceof ApiError ? change.error.field(field) : undefined);
  const isNamed = ['password', 'new_password'].some(fault);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ password, new_password: next });
  };
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      {/* For the browser's password manager, which otherwise does not know whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordInput
        label="Password now"
        required
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={fault('password')}
      />
      <PasswordInput
        label="New password"
        description={`At least ${shortest} characters; everywhere else you will be signed out.`}
        required
        autoComplete="new-password"
        value={next}
        onChange={(event) => setNext(event.currentTarget.value)}
        error={fault('new_password')}
      />
      {change.isError && !isNamed && <ErrorNote error={change.error} />}
      <div style={{ display: 'flex', gap: 8 }}>
        <Button type="submit" variant="filled" loading={change.isPending} disabled={!password || !next}>
          Change it
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
