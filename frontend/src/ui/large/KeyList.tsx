import classes from './KeyList.module.css';

interface KeyListProps {
  title?: string;
  /** Each with its keys as they are written. */
  lines: readonly { label: string; chords: readonly string[] }[];
}

/** A group of keys in a key sheet. */
export function KeyList({ title, lines }: KeyListProps) {
  return (
    <section className={classes.section}>
      {title && <h3>{title}</h3>}
      <ul>
        {lines.map(({ label, chords }) => (
          <li key={label}>
            <span>
              {chords.map((chord) => (
                <kbd key={chord}>{chord}</kbd>
              ))}
            </span>
            <span>{label}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
