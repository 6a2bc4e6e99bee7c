import { type ReactNode, useState } from 'react';
import { useWords } from '../rate/language';
import classes from './Rater.module.css';
import type { RaterSample } from './source';

interface TextsProps {
  sample: RaterSample;
  language: string;
  /** On a phone above the texts, otherwise beside them. */
  picture: ReactNode;
}

/** The text that is rated, with what it is compared with beside it; on a phone, one at a time. */
export function Texts({ sample: { text, reference }, language, picture }: TextsProps) {
  const words = useWords().rater;
  const [shown, show] = useState<'text' | 'reference'>('text');
  const parts = [
    ...(reference ? ([['reference', words.reference, reference]] as const) : []),
    ['text', words.text, text],
  ] as const;
  return (
    <div
      className={classes.texts}
      data-shown={shown}
      data-alone={parts.length === 1 || undefined}
      data-picture={picture !== null || undefined}
    >
      {picture}
      {parts.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: two buttons are no fieldset
        <div className={classes.tabs} role="group">
          {parts.map(([part, label]) => (
            <button key={part} type="button" aria-pressed={shown === part} onClick={() => show(part)}>
              {label}
            </button>
          ))}
        </div>
      )}
      {parts.map(([part, label, content]) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section key={part} data-part={part} aria-label={label} tabIndex={0}>
          <h2>{label}</h2>
          {content.split(/\n{2,}/).map((paragraph, at) => (
            <p key={at} lang={language} dir="auto">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}
