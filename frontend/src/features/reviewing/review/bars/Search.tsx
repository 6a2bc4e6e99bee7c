/** The search of the toolbar: it follows what is typed; Enter goes to the rows, Escape clears it and does so too. */

import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { chooseView } from '../editor/searching';
import { useEditor, useKeyText, useReview } from '../frame/context';
import { errorOf } from '../model/filters';
import styles from './Toolbar.module.css';

/** Long enough that a word is looked for, and not each of its letters. */
const pauseMilliseconds = 180;

export function Search() {
  const editor = useEditor();
  const query = useReview((state) => state.view.query);
  const { key } = useKeyText();
  const [text, setText] = useState(query);
  const [failure, setFailure] = useState<string | null>(null);
  const asked = useRef(query);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // Chosen elsewhere: by the browser's Back, or by clearing all filters.
  useEffect(() => {
    if (query === asked.current) return;
    asked.current = query;
    clearTimeout(timer.current);
    setText(query);
    setFailure(null);
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const error = errorOf(text) ?? failure;
  const look = (next: string) => {
    clearTimeout(timer.current);
    const wanted = next.trim();
    if (wanted === editor.state.view.query || errorOf(wanted)) return;
    asked.current = wanted;
    void chooseView(editor, { ...editor.state.view, query: wanted }).then((reason) => {
      if (asked.current === wanted) setFailure(reason);
    });
  };
  const type = (next: string, isComposing: boolean) => {
    setText(next);
    setFailure(null);
    clearTimeout(timer.current);
    if (!isComposing) timer.current = setTimeout(() => look(next), pauseMilliseconds);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') look(text);
    else if (event.key === 'Escape') {
      event.preventDefault();
      setText('');
      setFailure(null);
      look('');
    } else return;
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
        aria-describedby={error === null ? undefined : 'search-error'}
        placeholder="Search text"
        value={text}
        onChange={(event) =>
          type(
            event.currentTarget.value,
            (event.nativeEvent as unknown as { isComposing?: boolean }).isComposing ?? false,
          )
        }
        onCompositionEnd={(event) => type(event.currentTarget.value, false)}
        onKeyDown={onKeyDown}
      />
      {error !== null && (
        <span id="search-error" className="vh" role="alert">
          {error}
        </span>
      )}
      {!text && <kbd>{key('search')}</kbd>}
    </span>
  );
}
