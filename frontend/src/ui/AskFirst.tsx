import { Button, Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface AskFirstProps {
  /** The words on the button that asks. */
  verb: string;
  /** The button's full name, where the verb alone does not say what it acts on. */
  label: string;
  /** What is lost, and what is kept. */
  question: ReactNode;
  yes: string;
  no?: string;
  isPending: boolean;
  onYes: () => void;
}

/** A button for what cannot be undone: it first says what would be lost. Escape cancels; the focus stays in place. */
export function AskFirst({ verb, label, question, yes, no = 'Cancel', isPending, onYes }: AskFirstProps) {
  const [asked, setAsked] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const ask = useRef<HTMLButtonElement>(null);
  const was = useRef(asked);
  useEffect(() => {
    if (was.current !== asked) (asked ? keep : ask).current?.focus();
    was.current = asked;
  }, [asked]);
  if (!asked) {
    return (
      <Button ref={ask} onClick={() => setAsked(true)} aria-label={label}>
        {verb}
      </Button>
    );
  }
  return (
    <Group
      gap={8}
      role="group"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setAsked(false);
      }}
    >
      <span className="soft">{question}</span>
      <Button data-once color="red" variant="outline" loading={isPending} onClick={onYes}>
        {yes}
      </Button>
      <Button ref={keep} onClick={() => setAsked(false)} disabled={isPending}>
        {no}
      </Button>
    </Group>
  );
}
