/** The concordance: accepted rows that hold a text, which was typed, selected in a row, or chosen among its words. */

import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Editor } from '../editor/editor';
import { mostCharacters } from '../editor/recalling';
import { useEditor, useReview } from '../frame/context';
import { useKeyText } from '../frame/useKeyText';
import styles from './Recall.module.css';
import { RecalledRows } from './RecalledRows';
import { RowWords } from './RowWords';

export function ConcordanceTab({ row }: { row: string | null }) {
  const editor = useEditor();
  const text = useReview((state) => state.concordance.text);
  const place = useRef<HTMLDivElement>(null);
  const look = (next: string) => {
    const wanted = [...next.trim()].slice(0, mostCharacters).join('');
    editor.set({ concordance: { text: wanted, focus: false } });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing in it is filled in together
    <div
      ref={place}
      className={styles.tab}
      role="group"
      aria-label="Concordance"
      onKeyDown={(event) => onKey(editor, event, place.current)}
    >
      <SearchField look={look} />
      {row && <RowWords row={row} chosen={text} look={look} />}
      <RecalledRows text={text} />
    </div>
  );
}

/** ↓ and ↑ go from the field through the words of the row and the rows found; Escape goes back to where one was. */
function onKey(editor: Editor, event: KeyboardEvent, place: HTMLElement | null): void {
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') {
    event.preventDefault();
    const edited = document.querySelector<HTMLElement>('[data-scope=post_edit] textarea');
    editor.set({ helperOpen: false, ...(edited ? {} : { focus: editor.state.focus + 1 }) });
    edited?.focus();
    return;
  }
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const stops = [...(place?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + by];
  if (by === 0 || !next) return;
  event.preventDefault();
  next.focus();
}

function SearchField({ look }: { look: (text: string) => void }) {
  const editor = useEditor();
  const { text, focus } = useReview((state) => state.concordance);
  const { key } = useKeyText();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const [was, setWas] = useState(text);
  // Not in an effect: what is selected below would be selected no more.
  if (text !== was) {
    setWas(text);
    setTyped(text);
  }
  useEffect(() => {
    if (!focus) return;
    field.current?.focus();
    field.current?.select();
    editor.set({ concordance: { ...editor.state.concordance, focus: false } });
  }, [focus, editor]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    look(typed);
  };
  return (
    <search>
      <form className={styles.search} onSubmit={submit}>
        <IconSearch size={15} stroke={1.75} aria-hidden="true" />
        <input
          ref={field}
          type="search"
          data-field="concordance"
          data-stop
          aria-label="Look up in accepted rows"
          placeholder="Look up in accepted rows"
          maxLength={mostCharacters}
          dir="auto"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {!typed && <kbd>{key('concordance')}</kbd>}
      </form>
    </search>
  );
}
