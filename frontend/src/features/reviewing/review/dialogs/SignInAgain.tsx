/** The session ended while someone was editing: they sign in again over the page, which stays as it is. */

import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '@/api/client';
import { useSession, useSignIn, useSignInCode } from '@/api/session';
import { plural, timeOfDay } from '@/lib/format';
import { useEditor, useReviewParts } from '../frame/context';
import { Dialog } from './Dialog';
import { saveEdits } from './EditList';

export function SignInAgain() {
  const { queue, number } = useReviewParts((state) => ({
    queue: state.queue,
    number: state.active ? state.doc.order.indexOf(state.active) + 1 : 0,
  }));
  const out = queue.trouble?.kind === 'signed_out' ? queue.trouble : null;
  useSignedInElsewhere(out !== null);
  return (
    <Dialog
      name="sign_in"
      when={out !== null}
      size={400}
      title={`Sign in to send ${plural(queue.waiting.length, 'edit')}`}
    >
      <p className="soft">
        Your session ended{out && ` at ${timeOfDay(out.since)}`}. The edits are saved on this device and will be sent as
        soon as you are signed in. You’ll return to row {number}.
      </p>
      <SignInForm edits={queue.waiting.length} />
    </Dialog>
  );
}

/** Signed in by another way (another tab, the frame of the application): what waits is sent. */
function useSignedInElsewhere(isOut: boolean): void {
  const editor = useEditor();
  const user = useSession().data?.user;
  useEffect(() => {
    if (!isOut || !user) return;
    const wake = () => editor.exchange.queue.wake();
    globalThis.addEventListener('focus', wake);
    return () => globalThis.removeEventListener('focus', wake);
  }, [isOut, user, editor]);
  const wasOut = useRef(false);
  useEffect(() => {
    if (user && wasOut.current) editor.exchange.queue.wake();
    wasOut.current = !user;
  }, [user, editor]);
}

function SignInForm({ edits }: { edits: number }) {
  const editor = useEditor();
  const user = useSession().data?.user;
  const signIn = useSignIn();
  const [known] = useState(user?.username ?? '');
  const [username, setUsername] = useState(known);
  const [password, setPassword] = useState('');
  const giveCode = useSignInCode();
  // Asked for once the password was right, of people who have a second factor.
  const [code, setCode] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const session =
        code === null ? await signIn.mutateAsync({ username, password }) : await giveCode.mutateAsync(code);
      if (session.needs_code) return setCode('');
    } catch (error) {
      // It took too long: the password is asked for again.
      if (error instanceof ApiError && error.code === 'not_waiting') setCode(null);
      return;
    }
    setPassword('');
    setCode(null);
    editor.set({ dialog: null, focus: editor.state.focus + 1 });
    editor.exchange.queue.wake();
  };
  return (
    <form onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: 12, marginTop: 12 }}>
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
        readOnly={code !== null}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {code !== null && (
        <TextInput
          label="Code of your app, or a recovery code"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          error={giveCode.error?.message}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <Group gap={8} mt={16}>
        <Button type="submit" variant="filled" loading={signIn.isPending || giveCode.isPending}>
          Sign in
        </Button>
        <Button variant="subtle" ml="auto" onClick={() => saveEdits(editor)}>
          Save the {plural(edits, 'edit')} as a file
        </Button>
      </Group>
    </form>
  );
}
