/**
 * A field with numbered lines, of which some are marked. The lines are drawn behind the field in the same type, and give it
 * its height; what scrolls is the frame around both.
 */

import { type KeyboardEvent, useRef } from 'react';
import classes from './Guidelines.module.css';

interface Props {
  text: string;
  changed: ReadonlySet<number>;
  /** Null where it can only be read. */
  onChange: ((text: string) => void) | null;
  onSave: (() => void) | undefined;
  /** The number of the first line in view. */
  onScroll: (line: number) => void;
}

export function TextField({ text, changed, onChange, onSave, onScroll }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const lines = useRef<HTMLOListElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const key = event.key.toLowerCase();
    if (key === 's' && onSave) onSave();
    else if (key === 'b' && onChange) surround(field.current, '**');
    else if (key === 'i' && onChange) surround(field.current, '*');
    else return;
    event.preventDefault();
  };
  return (
    <div
      className={classes.panel}
      onScroll={(event) => {
        const { scrollTop } = event.currentTarget;
        const all = [...(lines.current?.children ?? [])] as HTMLElement[];
        onScroll(all.findIndex((line) => line.offsetTop + line.offsetHeight > scrollTop) + 1);
      }}
    >
      <div className={classes.field}>
        <ol ref={lines} className={classes.lines} aria-hidden="true">
          {text.split('\n').map((line, i) => (
            <li key={i} data-changed={changed.has(i + 1) || undefined}>
              {/* A line that is empty is as high as any. */}
              <span>{line || '\u200b'}</span>
            </li>
          ))}
        </ol>
        <textarea
          ref={field}
          aria-label="Text of the guidelines"
          value={text}
          readOnly={onChange === null}
          spellCheck
          placeholder="Instructions for annotators"
          onChange={(event) => onChange?.(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  );
}

/** Puts marks around what is selected, so that the field's own undo takes them away again. */
function surround(field: HTMLTextAreaElement | null, mark: string): void {
  if (!field) return;
  const { selectionStart: start, selectionEnd: end, value } = field;
  const inner = value.slice(start, end);
  // Deprecated, and the only way to write into a field so that its own undo knows of it.
  if (!document.execCommand?.('insertText', false, `${mark}${inner}${mark}`)) {
    field.setRangeText(`${mark}${inner}${mark}`, start, end, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.setSelectionRange(start + mark.length, end + mark.length);
}
