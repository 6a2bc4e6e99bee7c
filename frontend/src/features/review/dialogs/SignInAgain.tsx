/** The session ended while someone was editing: signing in again happens here, over the page, which stays as it is. */

import { Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSession, useSignIn } from '@/api/session';
import { plural } from '@/lib/format';
import { useEditor, useReview, useReviewParts } from '../frame/context';
import styles from './Dialog.module.css';
import { plainModal } from './modal';

export function SignInAgain() {
  const editor = useEditor();
  const user = useSession().data?.user;
  const signIn = useSignIn();
  const [known] = useState(user?.username ?? '');
  const [username, setUsername] = useState(known);
  const [password, setPassword] = useState('');
  const { queue, number } = useReviewParts((state) => ({
    queue: state.queue,
    number: state.active ? state.doc.order.indexOf(state.active) + 1 : 0,
  }));
  const opened = useReview((state) => state.dialog === 'sign_in');
  const out = queue.trouble?.kind === 'signed_out' ? queue.trouble : null;
  const n = queue.waiting.length;

  // Signed in by another way (another tab, the frame of the application): what waits is sent.
  useEffect(() => {
    if (!out || !user) return;
    const wake = () => editor.exchange.queue.wake();
    globalThis.addEventListener('focus', wake);
    return () => globalThis.removeEventListener('focus', wake);
  }, [out, user, editor]);

  // Signed in by the frame of this page, while this dialog lay under its own.
  const wasOut = useRef(false);
  useEffect(() => {
    if (user && wasOut.current) editor.exchange.queue.wake();
    wasOut.current = !user;
  }, [user, editor]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await signIn.mutateAsync({ username, password });
    } catch {
      return;
    }
    setPassword('');
    editor.set({ dialog: null, focus: editor.state.focus + 1 });
    editor.exchange.queue.wake();
  };
  const save = () => {
    const blob = new Blob([JSON.stringify({ review: editor.state.info.id, operations: queue.waiting }, null, 2)], {
      type: 'application/json',
    });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = `review-${editor.state.info.id}-edits.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Modal
      {...plainModal}
      opened={opened && out !== null}
      onClose={() => editor.set({ dialog: null, focus: editor.state.focus + 1 })}
      size={400}
      title={`Sign in to send ${plural(n, 'edit')}`}
      classNames={{ title: styles.title ?? '' }}
      data-dialog="sign-in"
    >
      <form onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: 12 }}>
        <p className={styles.said}>
          Your session ended
          {out ? ` at ${new Date(out.since).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}` : ''}.
          The edits are kept on this device and are sent as soon as you are back. You stay on row {number}.
        </p>
        <TextInput
          label="User name"
          autoComplete="username"
          value={username}
          readOnly={known !== ''}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={signIn.error?.message}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="filled" loading={signIn.isPending}>
            Sign in
          </Button>
          <Button variant="subtle" ml="auto" onClick={save}>
            Save the {plural(n, 'edit')} as a file
          </Button>
        </div>
      </form>
    </Modal>
  );
}
