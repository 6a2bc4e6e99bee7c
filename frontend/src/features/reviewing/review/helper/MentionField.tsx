/** A text field that completes @names of people who can read it, by keys and by mouse. */

import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { isComposing } from '@/lib/chords';
import { namedBy } from '../model/mentions';
import styles from './CommentsTab.module.css';

interface Props {
  people: readonly { username: string; name: string }[];
  /** What the empty field says. */
  hint: string;
  value: string;
  readOnly?: boolean;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

/** The name being written: `@` at a word's start, up to the caret. */
const beginning = /(^|\s)@([\p{L}\p{N}_.+-]*)$/u;

export function MentionField({ people, hint, value, readOnly, onChange, onKeyDown }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const matching = typed === null ? [] : namedBy(people, typed).slice(0, 6);
  const look = () => {
    const { current } = field;
    setTyped(beginning.exec(current?.value.slice(0, current.selectionStart) ?? '')?.[2] ?? null);
    setAt(0);
  };
  const choose = (person: { username: string }) => {
    const { current } = field;
    if (!current || typed === null) return;
    const caret = current.selectionStart;
    // In the field at once: whoever types on is already behind the name.
    current.setRangeText(`${person.username} `, caret - typed.length, caret, 'end');
    onChange(current.value);
    setTyped(null);
    current.focus();
  };
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    const person = matching[at];
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (person && by !== 0) setAt((at + by + matching.length) % matching.length);
    else if (person && (event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey)
      choose(person);
    else if (matching.length > 0 && event.key === 'Escape') setTyped(null);
    else {
      onKeyDown(event);
      return;
    }
    event.preventDefault();
  };
  return (
    <div className={styles.mention}>
      <textarea
        ref={field}
        className={styles.reply}
        data-field="comment"
        aria-label="Comment on this row"
        aria-autocomplete="list"
        aria-controls={matching.length > 0 ? `${id}-people` : undefined}
        aria-activedescendant={matching.length > 0 ? `${id}-${at}` : undefined}
        placeholder={hint}
        rows={3}
        value={value}
        readOnly={readOnly}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          look();
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={keys}
      />
      <ul
        id={`${id}-people`}
        role="listbox"
        aria-label="People"
        className={styles.people}
        hidden={matching.length === 0}
      >
        {matching.map((person, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <li
            key={person.username}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === at}
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(person)}
          >
            <b>{person.name}</b> @{person.username}
          </li>
        ))}
      </ul>
    </div>
  );
}
