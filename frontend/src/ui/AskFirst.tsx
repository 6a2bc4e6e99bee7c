import { Button, Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface AskFirstProps {
  /** The words on the button that asks. */
  verb: string;
  /** The button's full name, where the verb alone does not say what it acts on. */
  label: string;
  /** Says what is lost, and what is kept. */
  question: ReactNode;
  yes: string;
  no?: string;
  isPending: boolean;
  onYes: () => void;
}

/** A button for what cannot be undone: it first says what would be lost. Escape cancels; the focus stays in place. */
export function AskFirst({ verb, label, question, yes, no = 'Cancel', isPending, onYes }: AskFirstProps) {
  const [isAsking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const ask = useRef<HTMLButtonElement>(null);
  const was = useRef(isAsking);
  useEffect(() => {
    if (was.current !== isAsking) (isAsking ? keep : ask).current?.focus();
    was.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <Button ref={ask} onClick={() => setAsking(true)} aria-label={label}>
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
        if (event.key === 'Escape') setAsking(false);
      }}
    >
      <span className="soft">{question}</span>
      <Button data-once color="red" variant="outline" loading={isPending} onClick={onYes}>
        {yes}
      </Button>
      <Button ref={keep} onClick={() => setAsking(false)} disabled={isPending}>
        {no}
      </Button>
    </Group>
  );
}
