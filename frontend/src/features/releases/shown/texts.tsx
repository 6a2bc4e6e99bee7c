import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import classes from '@/features/releases/Release.module.css';
import { useCopy } from '@/lib/useCopy';
import type { MarkdownProps } from '@/ui/large/MarkdownText';
import styles from './Shown.module.css';

/** Copies `text`; the button itself says whether that worked. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const { state, copy } = useCopy();
  const words = { idle: label, copied: 'Copied', failed: 'Couldn’t copy' };
  return (
    <PlainButton onClick={() => void copy(text)}>
      <span aria-live="polite">{words[state]}</span>
    </PlainButton>
  );
}

export function PlainButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.button} onClick={onClick}>
      {children}
    </button>
  );
}

/** Markdown. Until the code that reads it has come, and where it does not come, the text stands as it was written. */
export function Prose({ text }: { text: string }) {
  const [Text, setText] = useState<ComponentType<MarkdownProps> | null>(null);
  useEffect(() => {
    let isGone = false;
    import('@/ui/large/MarkdownText').then(
      ({ MarkdownText }) => !isGone && setText(() => MarkdownText),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return Text ? (
    <Text text={text} />
  ) : (
    <p className={classes.prose} dir="auto">
      {text}
    </p>
  );
}
