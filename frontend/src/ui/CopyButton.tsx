import { Button, type ButtonProps } from '@mantine/core';
import { useCopy } from '@/lib/useCopy';

/** Copies `text`; the button itself says whether that worked. */
export function CopyButton({ text, label, ...rest }: { text: string; label: string } & ButtonProps) {
  const { state, copy } = useCopy();
  const words = { idle: label, copied: 'Copied', failed: 'Couldn’t copy' };
  return (
    <Button {...rest} onClick={() => void copy(text)}>
      <span aria-live="polite">{words[state]}</span>
    </Button>
  );
}
