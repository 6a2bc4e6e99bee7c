/** The concordance: accepted rows that hold a text, which was typed, selected in a row, or chosen among its words. */

import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { isComposing } from '@/lib/chords';
import { searchableWords } from '@/ui/large/words';
import type { Editor } from '../editor/editor';
import { mostCharacters } from '../editor/recalling';
import { useEditor, useKeyText, useReview } from '../frame/context';
import { rowOf } from '../model/document';
import { isRightToLeft, sideText } from '../model/text';
import styles from './Recall.module.css';
import { RecalledRows } from './RecalledRows';

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
  if (isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return;
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

interface Props {
  row: string;
  chosen: string;
  look: (text: string) => void;
}

/** The source of the active row as words to choose from: whoever works with the keyboard need not type them. */
export function RowWords({ row, chosen, look }: Props) {
  const source = useReview(({ doc }) => (doc.rows.has(row) ? sideText(doc, rowOf(doc, row), 'source') : ''));
  const language = useReview((state) => state.doc.sourceLanguage);
  const number = useReview((state) => state.doc.order.indexOf(row) + 1);
  const words = useMemo(() => searchableWords(source, language), [source, language]);
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of another row begin anew
  useEffect(() => setAt(0), [source]);
  if (words.length === 0) return null;
  const choose = (index: number, extend: boolean) => {
    const [first, last] = extend ? [Math.min(at, index), Math.max(at, index)] : [index, index];
    look(source.slice(words[first]?.start, words[last]?.end));
    if (!extend) setAt(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = isRightToLeft(source) ? 'ArrowLeft' : 'ArrowRight';
    const backward = isRightToLeft(source) ? 'ArrowRight' : 'ArrowLeft';
    const buttons = [...(place.current?.querySelectorAll('button') ?? [])];
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const ways: Record<string, number> = { [forward]: now + 1, [backward]: now - 1, Home: 0, End: buttons.length - 1 };
    const next = buttons[ways[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    next.focus();
    if (!event.shiftKey) setAt(buttons.indexOf(next));
  };
  return (
    <div
      ref={place}
      className={styles.words}
      role="toolbar"
      aria-label={`Words of row ${number}; hold Shift to select a phrase`}
      lang={language || undefined}
      dir="auto"
      onKeyDown={onKeyDown}
    >
      {words.map((word, i) => (
        <button
          key={word.start}
          type="button"
          tabIndex={i === Math.min(at, words.length - 1) ? 0 : -1}
          data-stop={i === Math.min(at, words.length - 1) || undefined}
          aria-pressed={word.text === chosen}
          onClick={(event: MouseEvent) => choose(i, event.shiftKey)}
        >
          {word.text}
        </button>
      ))}
    </div>
  );
}
