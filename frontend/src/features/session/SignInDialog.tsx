import { Modal } from '@mantine/core';
import { SignInForm } from './SignInForm';

/** Asks for the password over the page that was open, which stays as it was. */
export function SignInDialog({ username }: { username: string }) {
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      title="You are signed out"
      size="sm"
    >
      <p className="soft" style={{ marginBottom: 16 }}>
        Sign in to go on. The page stays as it is.
      </p>
      <SignInForm username={username} />
    </Modal>
  );
}
