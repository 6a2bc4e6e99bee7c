/** Filters that stack, with counts; order; search; go to a row. All of it is in the address. */

import { Menu } from '@mantine/core';
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import { probability } from '@/lib/format';
import { activate } from '../editor/navigation';
import { isFiltered } from '../editor/view';
import { useEditor, useReview, useReviewParts } from '../frame/context';
import frame from '../frame/Review.module.css';
import { useWide } from '../frame/useWide';
import {
  bitextFilters,
  countsOf,
  everything,
  type FilterInfo,
  type FilterKey,
  searcher,
  talkFilters,
  type View,
} from '../model/filters';
import { MediaBar } from './MediaBar';
import styles from './Toolbar.module.css';

export function Toolbar() {
  const editor = useEditor();
  const { view, doc, facts, visible, active, matched } = useReviewParts((state) => ({
    view: state.view,
    doc: state.doc,
    facts: state.facts,
    visible: state.visible,
    active: state.active,
    matched: state.matched,
  }));
  // Counting may lag behind the hand; moving never waits for it.
  const settled = useDeferredValue(doc);
  const settledFacts = useDeferredValue(facts);
  const counts = useMemo(() => countsOf(settled, settledFacts, view.below), [settled, settledFacts, view.below]);
  const filters = doc.kind === 'paper_talk' ? talkFilters : bitextFilters;
  const put = (change: Partial<View>) => editor.setView({ ...view, ...change });
  const toggle = (key: FilterKey) =>
    put({
      filters: view.filters.includes(key) ? view.filters.filter((other) => other !== key) : [...view.filters, key],
    });
  const label = (key: FilterKey, text: string) => (key === 'below' ? `${text} ${probability(view.below)}` : text);
  const wide = useWide();
  const stands = ({ key, shown }: FilterInfo) =>
    shown === 'always' || (wide && shown === 'wide') || view.filters.includes(key);
  const shown = filters.filter(stands);
  const rest = filters.filter((filter) => !stands(filter));
  const filtered = isFiltered(view);
  return (
    <section className={frame.tools} aria-label="Filters and position">
      <button
        type="button"
        className={styles.filter}
        aria-pressed={!filtered}
        onClick={() => put({ filters: [], query: '' })}
      >
        All <span>{doc.order.length}</span>
      </button>
      {shown.map(({ key, label: text }) => {
        const pressed = view.filters.includes(key);
        return (
          <button key={key} type="button" className={styles.filter} aria-pressed={pressed} onClick={() => toggle(key)}>
            {label(key, text)} <span>{counts[key]}</span>
            {pressed && <IconX size={12} stroke={1.75} aria-hidden="true" />}
          </button>
        );
      })}
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <button type="button" className={styles.filter} aria-label="Filter, more">
            <IconPlus size={14} stroke={1.75} aria-hidden="true" />
            Filter
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {rest.map(({ key, label: text }) => (
            <Menu.Item key={key} onClick={() => toggle(key)} rightSection={<span>{counts[key]}</span>}>
              {text}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>Confidence below</Menu.Label>
          {[0.5, 0.8, 0.95].map((below) => (
            <Menu.Item
              key={below}
              onClick={() =>
                put({ below, filters: view.filters.includes('below') ? view.filters : [...view.filters, 'below'] })
              }
            >
              {probability(below)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {filtered && (
        <span className={styles.label}>
          <b>
            {matched?.size ?? visible.length} of {doc.order.length}
          </b>{' '}
          rows{active && visible.includes(active) ? `, row ${visible.indexOf(active) + 1} of ${visible.length}` : ''}
        </span>
      )}
      <span className={frame.grow} />
      {filtered && view.order === 'talk' && (
        <label className={`${styles.label} ${styles.check}`}>
          <input
            type="checkbox"
            checked={view.neighbours}
            onChange={(event) => put({ neighbours: event.currentTarget.checked })}
          />
          Show neighbours
        </label>
      )}
      {filtered && (
        <button
          type="button"
          className={`${frame.button} ${frame.quiet}`}
          onClick={() => editor.setView({ ...everything, order: view.order })}
        >
          Clear
        </button>
      )}
      <MediaBar />
      {!filtered && !(doc.kind === 'paper_talk' && doc.media.target) && <Order view={view} put={put} />}
      <Search key={view.query} query={view.query} put={(query) => put({ query })} />
      <GoTo />
    </section>
  );
}

function Order({ view, put }: { view: View; put: (change: Partial<View>) => void }) {
  return (
    <>
      <span className={styles.label}>Order</span>
      <span className={styles.segments} role="radiogroup" aria-label="Order">
        {(['talk', 'error'] as const).map((order) => (
          <button
            key={order}
            type="button"
            role="radio"
            aria-checked={view.order === order}
            onClick={() => put({ order })}
          >
            {order === 'talk' ? 'Talk' : 'Expected error'}
          </button>
        ))}
      </span>
    </>
  );
}

function Search({ query, put }: { query: string; put: (query: string) => void }) {
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

/** `01:23` or `83` s in a talk, a row number elsewhere. */
function secondsOf(text: string): number | null {
  const parts = text.trim().split(':').map(Number);
  if (parts.length === 0 || parts.some((part) => Number.isNaN(part) || part < 0)) return null;
  return parts.reduce((total, part) => total * 60 + part, 0);
}

function GoTo() {
  const editor = useEditor();
  const isTalk = useReview(
    (state) => state.doc.kind === 'paper_talk' && state.doc.targetUnits.some((unit) => unit?.start_seconds !== null),
  );
  const [text, setText] = useState('');
  const go = () => {
    const { doc, visible } = editor.state;
    const value = isTalk ? secondsOf(text) : Number.parseInt(text, 10);
    if (value === null || Number.isNaN(value))
      return editor.say(`“${text}” is no ${isTalk ? 'time' : 'row number'}.`, 'warn');
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
      {!text && <kbd>G</kbd>}
    </span>
  );
}
