/** Going to a row by its number, or in a recording by time. */

import { type KeyboardEvent, useState } from 'react';
import { activate } from '../editor/navigation';
import { useEditor, useKeyText, useReview } from '../frame/context';
import { everything } from '../model/filters';
import styles from './Toolbar.module.css';

/** Seconds of `01:23` or `83`; null where the text is no time. */
function secondsOf(text: string): number | null {
  const parts = text.trim().split(':').map(Number);
  if (parts.length === 0 || parts.some((part) => Number.isNaN(part) || part < 0)) return null;
  return parts.reduce((total, part) => total * 60 + part, 0);
}

export function GoTo() {
  const editor = useEditor();
  const isTalk = useReview(
    (state) => state.doc.kind === 'paper_talk' && state.doc.targetUnits.some((unit) => unit?.start_seconds !== null),
  );
  const { key } = useKeyText();
  const [text, setText] = useState('');
  const go = () => {
    const { doc, visible } = editor.state;
    const value = isTalk ? secondsOf(text) : Number.parseInt(text, 10);
    if (value === null || Number.isNaN(value))
      return editor.say(`“${text}” is not a ${isTalk ? 'time' : 'row number'}.`, 'warn');
    const id = isTalk
      ? (doc.order.findLast(
          (row) => (doc.targetUnits[doc.rows.get(row)?.target[0]?.unit ?? 0]?.start_seconds ?? 0) <= value,
        ) ?? doc.order[0])
      : doc.order[Math.min(doc.order.length, Math.max(1, value)) - 1];
    if (id && !visible.includes(id)) editor.setView(everything);
    activate(editor, id ?? null);
    setText('');
    editor.set({ scroll: editor.scrolled('centre'), focus: editor.state.focus + 1 });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' && text) go();
    else if (event.key === 'Escape') {
      setText('');
      editor.set({ focus: editor.state.focus + 1 });
    }
  };
  const what = isTalk ? 'Go to time' : 'Go to row';
  return (
    <span className={styles.field} style={{ width: 104, marginLeft: 4 }}>
      <input
        data-field="go-to"
        aria-label={what}
        placeholder={what}
        inputMode={isTalk ? 'text' : 'numeric'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {!text && <kbd>{key('go_to')}</kbd>}
    </span>
  );
}
