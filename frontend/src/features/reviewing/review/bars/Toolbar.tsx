/** Filters that can be combined, order, search, and going to a row. All of it is in the address. */

import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { isComposing } from '@/lib/chords';
import { moveToRow } from '../editor/carrying';
import type { Editor } from '../editor/editor';
import { activate } from '../editor/navigation';
import { chooseView } from '../editor/searching';
import { isFiltered } from '../editor/view';
import { useEditor, useKeyText, useReview, useReviewParts } from '../frame/context';
import { errorOf, everything, orders, orderWords, type View } from '../model/filters';
import { numberTyped, secondsTyped } from '../model/typed';
import bar from './Bar.module.css';
import { QuietButton } from './buttons';
import { type ChangeView, Filters } from './Filters';
import { MediaBar } from './MediaBar';
import styles from './Toolbar.module.css';
import { ViewMenu } from './ViewMenu';

export function Toolbar() {
  const editor = useEditor();
  const { view, doc } = useReviewParts((state) => ({ view: state.view, doc: state.doc }));
  const put: ChangeView = (change, click) => {
    void chooseView(editor, { ...view, ...change });
    toRows(editor, click);
  };
  const filtered = isFiltered(view);
  return (
    <section className={bar.tools} aria-label="Filters and position">
      <div className={styles.filters}>
        <Filters view={view} put={put} />
      </div>
      {filtered && <Matches />}
      {filtered && view.order === 'talk' && (
        <label className={`${styles.label} ${styles.check}`}>
          <input
            type="checkbox"
            checked={view.neighbours}
            onClick={(click) => toRows(editor, click)}
            onChange={(event) => put({ neighbours: event.currentTarget.checked })}
          />
          Show neighbours
        </label>
      )}
      {filtered && (
        <QuietButton onClick={() => editor.setView({ ...everything, order: view.order })}>Clear</QuietButton>
      )}
      <MediaBar />
      {!(doc.kind !== 'bitext' && doc.media.target) && <Order view={view} put={put} />}
      <Search />
      <GoTo />
      <ViewMenu />
    </section>
  );
}

/** After a choice by mouse the keys are for the rows; by keyboard the focus stays, for another choice. */
function toRows(editor: Editor, click: MouseEvent | undefined): void {
  if (click && click.detail > 0) editor.set({ focus: editor.state.focus + 1 });
}

function Matches() {
  const { all, visible, active, matched } = useReviewParts((state) => ({
    all: state.doc.order.length,
    visible: state.visible,
    active: state.active,
    matched: state.matched,
  }));
  return (
    <span className={styles.label}>
      <b>
        {matched?.size ?? visible.length} of {all}
      </b>{' '}
      rows
      {active && visible.includes(active) && (
        <span className={styles.position}>
          , row {visible.indexOf(active) + 1} of {visible.length}
        </span>
      )}
    </span>
  );
}

function Order({ view, put }: { view: View; put: ChangeView }) {
  return (
    <>
      <span className={styles.label}>Order</span>
      <span className={styles.segments} role="radiogroup" aria-label="Order">
        {orders.map((order) => (
          <button
            key={order}
            type="button"
            role="radio"
            aria-checked={view.order === order}
            onClick={(click) => put({ order }, click)}
          >
            {orderWords[order]}
          </button>
        ))}
      </span>
    </>
  );
}

/** Long enough that a word is looked for, and not each of its letters. */
const pauseMilliseconds = 180;

/** It follows what is typed; Enter goes to the rows, Escape clears it and does so too. */
function Search() {
  const editor = useEditor();
  const query = useReview((state) => state.view.query);
  const { key } = useKeyText();
  const [text, setText] = useState(query);
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef(query);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // Chosen elsewhere: by the browser's Back, or by clearing all filters.
  useEffect(() => {
    if (query === latest.current) return;
    latest.current = query;
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
    latest.current = wanted;
    void chooseView(editor, { ...editor.state.view, query: wanted }).then((reason) => {
      if (latest.current === wanted) setFailure(reason);
    });
  };
  const type = (next: string, isComposing: boolean) => {
    setText(next);
    setFailure(null);
    clearTimeout(timer.current);
    if (!isComposing) timer.current = setTimeout(() => look(next), pauseMilliseconds);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
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

/** To a row by its number, or in a recording by time. */
function GoTo() {
  const editor = useEditor();
  const isTalk = useReview(
    (state) => state.doc.kind !== 'bitext' && state.doc.targetUnits.some((unit) => unit?.start_seconds !== null),
  );
  const { key } = useKeyText();
  const [text, setText] = useState('');
  const moving = useReview((state) => state.moving !== null);
  const leave = () => {
    setText('');
    editor.set({ moving: null, focus: editor.state.focus + 1 });
  };
  const go = () => {
    const { doc, visible } = editor.state;
    if (moving) {
      moveToRow(editor, numberTyped(text));
      return leave();
    }
    const value = isTalk ? secondsTyped(text) : numberTyped(text);
    if (value === null) return editor.say(`“${text}” is not a ${isTalk ? 'time' : 'row number'}.`, 'warn');
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
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' && text) go();
    else if (event.key === 'Escape') leave();
  };
  const what = moving ? 'Move to row' : isTalk ? 'Go to time' : 'Go to row';
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
        onBlur={() => moving && editor.set({ moving: null })}
      />
      {!text && <kbd>{key(moving ? 'move_to_row' : 'go_to')}</kbd>}
    </span>
  );
}
