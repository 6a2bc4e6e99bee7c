/** The text and what annotators see of it, side by side; the preview follows the text as it scrolls. */

import { SegmentedControl } from '@mantine/core';
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Markdown } from '@/ui/Markdown';
import { Changes, changedLines, countChanges, lineDiff } from './Changes';
import classes from './Guidelines.module.css';

interface Props {
  text: string;
  /** The text that it is compared with; null where there is none. */
  before: string | null;
  /** Null where it can only be read. */
  onChange: ((text: string) => void) | null;
  onSave?: () => void;
}

export function TextAndPreview({ text, before, onChange, onSave }: Props) {
  const [mode, setMode] = useState<'text' | 'changes'>('text');
  const [marks, setMarks] = useState(true);
  const preview = useRef<HTMLDivElement>(null);
  // The preview may lag behind the hand.
  const settled = useDeferredValue(text);
  const diff = useMemo(() => (before === null ? [] : lineDiff(before, settled)), [before, settled]);
  const changed = useMemo(() => changedLines(diff), [diff]);
  const n = useMemo(() => countChanges(diff), [diff]);
  const follow = (line: number) => {
    const panel = preview.current;
    const blocks = [...(panel?.querySelectorAll<HTMLElement>('[data-line]') ?? [])];
    const block = blocks.findLast((one) => Number(one.dataset.line) <= line);
    if (panel) panel.scrollTop = block && line > 1 ? block.offsetTop - panel.offsetTop - 8 : 0;
  };
  const isCompared = before !== null;
  return (
    <div className={classes.columns}>
      <section className={classes.column} aria-label="Text">
        <div className={classes.columnHead}>
          <h2>Text</h2>
          <small>Markdown</small>
          <span className="grow" />
          {isCompared && (
            <SegmentedControl
              size="xs"
              aria-label="Show"
              value={mode}
              onChange={(value) => setMode(value as typeof mode)}
              data={[
                { value: 'text', label: onChange ? 'Edit' : 'Text' },
                { value: 'changes', label: `Changes ${n}` },
              ]}
            />
          )}
        </div>
        {mode === 'changes' && isCompared ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls must be reachable
          <div className={classes.panel} tabIndex={0}>
            <Changes before={before} after={text} empty="Nothing has changed." />
          </div>
        ) : (
          <TextField text={text} changed={changed} onChange={onChange} onSave={onSave} onScroll={follow} />
        )}
      </section>
      <section className={classes.column} aria-label="Preview">
        <div className={classes.columnHead}>
          <h2>Preview</h2>
          <small>as annotators see it</small>
          <span className="grow" />
          {isCompared && (
            <SegmentedControl
              size="xs"
              aria-label="In the preview"
              value={marks ? 'marks' : 'plain'}
              onChange={(value) => setMarks(value === 'marks')}
              data={[
                { value: 'plain', label: 'Plain' },
                { value: 'marks', label: 'Mark changes' },
              ]}
            />
          )}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls must be reachable */}
        <div className={classes.panel} ref={preview} tabIndex={0}>
          {settled.trim() ? (
            <Markdown text={settled} changed={marks ? changed : undefined} />
          ) : (
            <p className="soft">Nothing to read yet.</p>
          )}
        </div>
      </section>
    </div>
  );
}

interface TextFieldProps {
  text: string;
  changed: ReadonlySet<number>;
  /** Null where it can only be read. */
  onChange: ((text: string) => void) | null;
  onSave: (() => void) | undefined;
  /** The number of the first line in view. */
  onScroll: (line: number) => void;
}

/**
 * A field with numbered lines, of which some are marked. The lines are drawn behind the field in the same type, and give it
 * its height; what scrolls is the frame around both.
 */
function TextField({ text, changed, onChange, onSave, onScroll }: TextFieldProps) {
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
