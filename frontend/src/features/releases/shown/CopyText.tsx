import { useCopy } from '@/lib/useCopy';
import styles from './Shown.module.css';

/** Copies `text`; the button itself says whether that worked. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const { state, copy } = useCopy();
  const words = { idle: label, copied: 'Copied', failed: 'Couldn’t copy' };
  return (
    <button type="button" className={styles.button} onClick={() => void copy(text)}>
      <span aria-live="polite">{words[state]}</span>
    </button>
  );
}
