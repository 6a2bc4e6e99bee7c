/** The keys that do something here, or the last thing said; on a phone the bar at the thumb. */

import { IconArrowBackUp, IconCheck, IconDots, IconFileText, IconFlag } from '@tabler/icons-react';
import { useState } from 'react';
import { run, runFromBar } from '../editor/commands';
import { acceptWords } from '../editor/passes';
import { readOnly } from '../editor/state';
import { useEditor, useKeyText, useReview, useReviewParts } from '../frame/context';
import { type ActionId, editing } from '../keys/table';
import { TextButton } from './buttons';
import styles from './Footer.module.css';

const hints: Record<
  'rows' | 'span' | 'stretch' | 'post_edit' | 'caret' | 'paper' | 'deck',
  readonly (readonly [readonly ActionId[], string])[]
> = {
  rows: [
    [['accept_next'], 'accept, next'],
    [['post_edit'], 'edit'],
    [['align_yes', 'mt_yes'], 'labels'],
    [['remove'], 'remove'],
    [['null'], 'null'],
    [['move_up', 'move_down'], 'move chip'],
    [['merge'], 'merge'],
    [['split'], 'split'],
    [['merge_accept', 'split_accept'], 'fix and accept'],
    [['realign'], 'realign'],
    [['undo'], 'undo'],
  ],
  span: [
    [['accept_next'], 'accept, next'],
    [['candidate_1', 'candidate_5'], 'choose candidate'],
    [['no_sentence'], 'no sentence'],
    [['to_paper'], 'to the paper'],
    [['merge'], 'join with next'],
    [['caret'], 'split at a word'],
    [['play'], 'play'],
    [['realign'], 'realign'],
    [['undo'], 'undo'],
  ],
  stretch: [
    [['accept_next'], 'accept, next'],
    [['candidate_1', 'candidate_5'], 'choose candidate'],
    [['no_slide'], 'no slide'],
    [['key_yes', 'key_no'], 'key sentence, not'],
    [['to_deck'], 'choose a page'],
    [['merge'], 'join with next'],
    [['split'], 'split here'],
    [['play'], 'play'],
    [['undo'], 'undo'],
  ],
  post_edit: [
    [['save_next'], 'save, next'],
    [['close_draft'], 'back to rows'],
    [['listen'], 'play, pause'],
    [['listen_again'], '2 s back'],
  ],
  caret: [
    [['caret_left', 'caret_right'], 'or click: move the caret'],
    [['caret_split'], 'split here'],
    [['caret_leave'], 'cancel'],
  ],
  paper: [
    [['paper_previous', 'paper_next'], 'walk'],
    [['paper_choose'], 'choose this sentence'],
    [['paper_search'], 'search all sentences'],
    [['paper_back'], 'back to the talk'],
  ],
  deck: [
    [['deck_previous', 'deck_next'], 'look through'],
    [['deck_choose'], 'choose this page'],
    [['deck_page'], 'page number'],
    [['deck_none'], 'no slide'],
    [['deck_back'], 'back to the talk'],
  ],
};

const scopeWords = {
  rows: 'Rows',
  span: 'Span',
  stretch: 'Stretch',
  post_edit: 'Post-edit',
  caret: 'Split text',
  paper: 'Paper',
  deck: 'Slides',
};
/** The hints of a row, and of choosing its source. */
const scopesFor = {
  bitext: ['rows', 'paper'],
  paper_talk: ['span', 'paper'],
  slides_talk: ['stretch', 'deck'],
} as const;

export function Footer() {
  const editor = useEditor();
  const { kind, opened, caret, notice, paper, searching, locked, linear } = useReviewParts((state) => ({
    kind: state.doc.kind,
    opened: state.opened,
    caret: state.caret !== null,
    notice: state.notice,
    paper: state.paperCursor !== null,
    searching: state.paperQuery !== null,
    locked: readOnly(state) !== null,
    linear: state.linear,
  }));
  const accepting = useReview(acceptWords);
  const hasSound = useReview((state) => state.doc.media.target !== null);
  const [rows, source] = scopesFor[kind];
  const scopes = caret
    ? (['caret'] as const)
    : paper
      ? ([source] as const)
      : opened?.part === 'post_edit'
        ? (['post_edit', rows] as const)
        : ([rows] as const);
  const { key } = useKeyText();
  return (
    <footer className={styles.status}>
      {notice.text ? (
        <span className={styles.notice} data-tone={notice.tone}>
          {notice.text}
        </span>
      ) : searching ? (
        <SearchHints />
      ) : (
        scopes.map((scope, i) => (
          <span key={scope} className={styles.hints}>
            {i > 0 && <span className={styles.rule} />}
            <span className={styles.scope}>{scopeWords[scope]}</span>
            {hints[scope]
              .filter(([ids]) => !(locked && ids.some((id) => editing.has(id))))
              .filter(([ids]) => hasSound || !ids.some((id) => id === 'listen' || id === 'listen_again'))
              .map(([ids, words]) => (
                <Hint
                  key={words}
                  ids={ids}
                  words={ids[0] === 'accept_next' ? accepting : words}
                  keys={shorten(ids.map(key), words)}
                />
              ))}
          </span>
        ))
      )}
      <span className="grow" />
      {linear && <span className={styles.scope}>Linear mode: accepting confirms all rows above</span>}
      <TourOffer />
      <button type="button" className={styles.hint} onClick={() => run(editor, 'keys')}>
        <kbd>{key('keys')}</kbd>all keys
      </button>
      <BottomBar />
      <Announcer />
    </footer>
  );
}

/** In the field of the paper's search: its own keys, and those that go on from hit to hit later. */
function SearchHints() {
  const { key } = useKeyText();
  const locked = useReview(readOnly) !== null;
  const own = [
    ['↓ ↑', 'next, previous hit'],
    [key('next_hit'), 'the same, later on'],
    ['Enter', 'choose this sentence, back to the talk'],
    ['Shift Enter', 'choose, stay'],
    ['Esc', 'back, nothing chosen'],
  ].slice(0, locked ? 2 : 5);
  return (
    <span className={styles.hints}>
      <span className={styles.scope}>Search in the paper</span>
      {own.map(([keys, words]) => (
        <span key={words}>
          <kbd>{keys}</kbd>
          {words}
        </span>
      ))}
    </span>
  );
}

/** A hint that stands for one action does it when it is clicked. */
function Hint({ ids, words, keys }: { ids: readonly ActionId[]; words: string; keys: string }) {
  const editor = useEditor();
  const [only, ...more] = ids;
  if (!only || more.length > 0) {
    return (
      <span>
        <kbd>{keys}</kbd>
        {words}
      </span>
    );
  }
  return (
    <button type="button" className={styles.hint} onClick={() => runFromBar(editor, only)}>
      <b aria-hidden="true">{keys}</b>
      {words}
    </button>
  );
}

/** `1–5`, `Shift K J`, `A T`. */
function shorten(chords: readonly string[], words: string): string {
  if (words === 'choose candidate' || words === 'fix and accept') return chords.join('–');
  const [first = '', ...rest] = chords;
  const prefix = first.slice(0, first.lastIndexOf(' ') + 1);
  return [
    first,
    ...rest.map((chord) => (prefix && chord.startsWith(prefix) ? chord.slice(prefix.length) : chord)),
  ].join(' ');
}

/** What happened, for those who do not see it. */
function Announcer() {
  const notice = useReview((state) => state.notice);
  const announced = useReview((state) => state.announced);
  return (
    <>
      {/* A new element each time: the same words said again are heard again. */}
      <span className="vh" role="status" aria-live="polite" data-field="notice">
        <span key={notice.n}>{notice.text}</span>
      </span>
      <span className="vh" role="status" aria-live="polite" data-field="announced">
        <span key={announced.n}>{announced.text}</span>
      </span>
    </>
  );
}

/** On a phone, the actions at the thumb. */
function BottomBar() {
  const editor = useEditor();
  const flagged = useReview((state) => (state.active ? (state.doc.rows.get(state.active)?.flagged ?? false) : false));
  const isEditing = useReview((state) => state.opened?.part === 'post_edit' && readOnly(state) === null);
  const locked = useReview(readOnly) !== null;
  const buttons = [
    ['undo', 'Undo', IconArrowBackUp],
    ['accept_next', 'Accept', IconCheck],
    [isEditing ? 'save_next' : 'post_edit', isEditing ? 'Save' : 'Edit', IconFileText],
    [flagged ? 'unflag' : 'flag', flagged ? 'Unflag' : 'Flag', IconFlag],
    ['context', 'More', IconDots],
  ] as const;
  return (
    <nav className={styles.bottom} aria-label="Row actions">
      {buttons.map(([id, word, Icon]) => (
        <button
          key={word}
          type="button"
          disabled={locked && (editing.has(id) || id === 'post_edit')}
          onClick={() => run(editor, id)}
        >
          <Icon size={20} stroke={1.75} aria-hidden="true" />
          {word}
        </button>
      ))}
    </nav>
  );
}

const storageKey = 'lectern.tour';

function wasOffered(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    // Nothing can be remembered here: offering it at every opening would be a nuisance.
    return true;
  }
}

/** It is offered once. */
export function remember(): void {
  try {
    localStorage.setItem(storageKey, 'seen');
  } catch {
    // It was not offered in the first place.
  }
}

function TourOffer() {
  const editor = useEditor();
  const on = useReview((state) => state.tour !== null);
  const [offered, setOffered] = useState(wasOffered);
  if (offered || on) return null;
  const answer = (tour: number | null) => {
    remember();
    setOffered(true);
    editor.set({ tour, focus: editor.state.focus + 1 });
  };
  return (
    <span className={styles.offer}>
      New here?
      <TextButton onClick={() => answer(0)}>Two-minute tour</TextButton>
      <button type="button" className={styles.hint} onClick={() => answer(null)}>
        No thanks
      </button>
    </span>
  );
}
