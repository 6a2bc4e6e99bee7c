import { Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Form } from './Form';
import { formErrors } from './formErrors';

/** As long as the server takes it. */
const longest = 500;

interface MessageFormProps {
  label: string;
  description: ReactNode;
  /** What stands there, where it is changed. */
  first?: string;
  submit: string;
  isPending: boolean;
  error: unknown;
  /** `done` empties the field. */
  onSend: (text: string, done: () => void) => void;
  beside?: ReactNode;
  secondary?: boolean;
}

/** A short message that somebody writes to others. */
export function MessageForm({ label, description, first = '', error, onSend, ...form }: MessageFormProps) {
  const [text, setText] = useState(first);
  const errors = formErrors(error, ['text']);
  const trimmed = text.trim();
  return (
    <Form
      {...form}
      label={label}
      wide
      error={errors.rest}
      disabled={!trimmed || trimmed === first}
      onSubmit={() => onSend(trimmed, () => setText(''))}
    >
      <Textarea
        label={label}
        description={description}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={longest}
        value={text}
        error={errors.field('text')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Form>
  );
}
