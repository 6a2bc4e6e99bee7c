import { Button, Modal, PasswordInput } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { useDefaults } from '@/api/defaults';
import { useChangePassword } from '@/api/session';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { Form } from '@/ui/Form';
import { useFields } from '@/ui/useFields';

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
        <PasswordForm
          username={username}
          newLabel="New password"
          hint="You will be signed out everywhere else."
          change={change}
          beside={<Button onClick={onClose}>Cancel</Button>}
        />
      )}
    </Modal>
  );
}

interface PasswordFormProps {
  username: string;
  /** Names the form where it is no dialog of its own. */
  label?: string;
  newLabel: string;
  /** What else there is to know of the new password. */
  hint?: string;
  change: ReturnType<typeof useChangePassword>;
  onChanged?: () => void;
  beside: ReactNode;
}

/** One's password, and the one that takes its place. */
export function PasswordForm({ username, label, newLabel, hint, change, onChanged, beside }: PasswordFormProps) {
  const shortest = useDefaults().data?.password_characters;
  const { values, field, rest } = useFields({ password: '', new_password: '' }, change.error);
  return (
    <Form
      label={label}
      onSubmit={() => change.mutate(values, { onSuccess: onChanged })}
      error={rest}
      submit="Change password"
      isPending={change.isPending || change.isSuccess}
      disabled={!values.password || !values.new_password}
      beside={beside}
    >
      {/* For the browser's password manager, which otherwise does not know whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordInput
        label="Current password"
        required
        autoFocus={label !== undefined}
        autoComplete="current-password"
        data-autofocus
        {...field('password')}
      />
      <PasswordInput
        label={newLabel}
        description={[shortest && `At least ${shortest} characters.`, hint].filter(Boolean).join(' ') || undefined}
        required
        autoComplete="new-password"
        {...field('new_password')}
      />
    </Form>
  );
}
