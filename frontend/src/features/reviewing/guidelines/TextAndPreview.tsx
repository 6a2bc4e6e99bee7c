/** The text and what annotators see of it, side by side; the preview follows the text as it scrolls. */

import { SegmentedControl } from '@mantine/core';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { Markdown } from '@/ui/Markdown';
import { Changes } from './Changes';
import classes from './Guidelines.module.css';
import { changedLines, countChanges, lineDiff } from './lineDiff';
import { TextField } from './TextField';

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
