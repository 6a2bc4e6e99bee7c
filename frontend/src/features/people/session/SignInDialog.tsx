import { Modal } from '@mantine/core';
import { SignInForm } from './SignInForm';

/** Asks for the password on top of the open page, which stays as it was. */
export function SignInDialog({ username }: { username: string }) {
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      title="You’re signed out"
      size="sm"
    >
      <p className="soft" style={{ marginBottom: 16 }}>
        Sign in to continue. This page stays as it is.
      </p>
      <SignInForm username={username} />
    </Modal>
  );
}
