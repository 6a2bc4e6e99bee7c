/** “I see it differently”: a comment to the admins, with the row. */

import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ErrorNote } from '@/ui/ErrorNote';
import { sendDiffering } from './requests';
import classes from './Training.module.css';

interface DifferFormProps {
  slug: string;
  item: number;
  onSent: (text: string) => void;
  onCancel: () => void;
}

export function DifferForm({ slug, item, onSent, onCancel }: DifferFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const send = () => {
    setSending(true);
    sendDiffering(slug, item, text).then(
      () => onSent(text),
      (reason: unknown) => {
        setSending(false);
        setError(reason);
      },
    );
  };
  return (
    <form
      className={classes.differ}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        label="How do you see it?"
        description="The admins read it, with the row."
        autosize
        minRows={2}
        maxLength={2000}
        value={text}
        data-autofocus
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      {error !== null && <ErrorNote error={error} />}
      <div className={classes.acts}>
        <Button type="submit" loading={isSending} disabled={text.trim() === ''}>
          Send
        </Button>
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
