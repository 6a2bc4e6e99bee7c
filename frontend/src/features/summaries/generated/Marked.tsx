import classes from './Generated.module.css';
import { partsOf } from './model';

interface MarkedProps {
  text: string;
  /** What it is compared with. */
  other: string;
  unsupported?: readonly (readonly number[])[];
  language: string;
}

/** A text, underlined where another has the same words, and marked where no source has a number or a name. */
export function Marked({ text, other, unsupported, language }: MarkedProps) {
  return (
    <p className={classes.text} lang={language || undefined} dir="auto">
      {partsOf(text, other, unsupported).map((part, at) =>
        part.isUnsupported ? (
          <mark key={at} className={classes.unsupported} title="In no source">
            {part.text}
          </mark>
        ) : part.isShared ? (
          <u key={at} className={classes.shared}>
            {part.text}
          </u>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
