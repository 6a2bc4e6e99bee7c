/** What changed, in place: inserted underlined, deleted struck; by word, in CJK by character. */

import { useMemo } from 'react';
import { difference } from '@/lib/difference';
import styles from './Difference.module.css';

export function Difference({ before, after, language }: { before: string; after: string; language: string }) {
  const parts = useMemo(() => difference(before, after, language), [before, after, language]);
  return (
    <span className={styles.difference} lang={language || undefined} dir="auto">
      {parts.map((part, i) => {
        const key = `${i}:${part.kind}`;
        if (part.kind === 'ins') return <ins key={key}>{part.text}</ins>;
        if (part.kind === 'del') return <del key={key}>{part.text}</del>;
        return <span key={key}>{part.text}</span>;
      })}
    </span>
  );
}
