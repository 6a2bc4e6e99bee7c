/** The search of the toolbar: it runs on Enter, Escape goes back to what is shown. */

import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useEditor } from '../frame/context';
import { searcher } from '../model/filters';
import styles from './Toolbar.module.css';

export function Search({ query, put }: { query: string; put: (query: string) => void }) {
  const editor = useEditor();
  const [text, setText] = useState(query);
  const { error } = searcher(text);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') put(text.trim());
    else if (event.key === 'Escape') setText(query);
    else return;
    editor.set({ focus: editor.state.focus + 1 });
  };
  return (
    <span
      className={styles.field}
      style={{ width: 148, marginLeft: 8 }}
      data-bad={error !== null}
      title={error ?? 'Text, or /a regular expression/'}
    >
      <IconSearch size={15} stroke={1.75} aria-hidden="true" />
      <input
        type="search"
        data-field="search"
        aria-label="Search text"
        aria-invalid={error !== null}
        placeholder="Search text"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {!text && <kbd>/</kbd>}
    </span>
  );
}
