import { type ComponentType, useEffect, useState } from 'react';
import type { MarkdownProps } from '@/ui/MarkdownText';
import classes from '../Release.module.css';

/** Markdown. Until the code that reads it has come, and where it does not come, the text stands as it was written. */
export function Prose({ text }: { text: string }) {
  const [Text, setText] = useState<ComponentType<MarkdownProps> | null>(null);
  useEffect(() => {
    let isGone = false;
    import('@/ui/MarkdownText').then(
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
