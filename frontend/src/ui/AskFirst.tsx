import { Button, Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface AskFirstProps {
  /** On the button that asks. */
  verb: string;
  /** The button's whole name, where the verb alone does not say what it acts on. */
  label: string;
  /** What is lost, and what stays. */
  question: ReactNode;
  yes: string;
  no?: string;
  isPending: boolean;
  onYes: () => void;
}

/** A button for what cannot be undone: it says first what would be lost. Escape keeps; the focus stays on the spot. */
export function AskFirst({ verb, label, question, yes, no = 'Keep it', isPending, onYes }: AskFirstProps) {
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
