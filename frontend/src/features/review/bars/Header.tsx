/** Where one is, how far, whether all is saved, undo, submit. */

import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCloudCheck,
  IconCloudOff,
  IconKey,
  IconLoader2,
  IconLock,
  IconRefresh,
} from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useSession } from '@/api/session';
import { initials } from '@/lib/format';
import { run } from '../editor/commands';
import { useEditor, useReview, useReviewParts } from '../frame/context';
import frame from '../frame/Review.module.css';
import { progressOf } from '../model/document';
import * as gestures from '../model/gestures';
import { wordsOf } from '../model/verbs';
import { type SaveState, saveState } from '../queue/saveState';
import { Crumbs, Home } from './Crumbs';
import styles from './Header.module.css';

export function Header() {
  const editor = useEditor();
  const { info, doc } = useReviewParts((state) => ({ info: state.info, doc: state.doc }));
  const { pair } = info;
  const user = useSession().data?.user;
  const undo = doc.undoStack.at(-1);
  const redo = doc.redoStack.at(-1);
  return (
    <header className={frame.bar}>
      <Home />
      <Crumbs info={info} />
      <span className={frame.grow} />
      <ProgressMeter />
      <span className={styles.separator} />
      <SaveBadge />
      <span className={styles.separator} />
      <span style={{ display: 'inline-flex' }}>
        <button
          type="button"
          className={styles.iconButton}
          aria-label={undo ? `Undo: ${wordsOf(undo.verb, pair.kind)}` : 'Undo'}
          aria-disabled={!undo}
          title="Undo (Z)"
          onClick={() => run(editor, 'undo')}
        >
          <IconArrowBackUp size={17} stroke={1.75} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={styles.iconButton}
          aria-label={redo ? `Redo: ${wordsOf(redo.verb, pair.kind)}` : 'Redo'}
          aria-disabled={!redo}
          title="Redo (Shift+Z)"
          onClick={() => run(editor, 'redo')}
        >
          <IconArrowForwardUp size={17} stroke={1.75} aria-hidden="true" />
        </button>
      </span>
      {doc.state !== 'submitted' && info.can_edit && (
        <button type="button" className={frame.button} data-field="submit" onClick={() => run(editor, 'submit')}>
          Submit
        </button>
      )}
      {user && (
        <span
          className={frame.who}
          role="img"
          title={`Signed in as ${user.name || user.username}`}
          aria-label={`Signed in as ${user.name || user.username}`}
        >
          {initials(user.name || user.username)}
        </span>
      )}
    </header>
  );
}

function ProgressMeter() {
  const doc = useReview((state) => state.doc);
  const { rows, done, implicit } = useMemo(() => progressOf(doc), [doc]);
  const share = (n: number) => `${rows === 0 ? 0 : (100 * n) / rows}%`;
  const said = `${done} of ${rows} rows reviewed${implicit > 0 ? `, ${implicit} of them implicitly` : ''}`;
  return (
    <span className={styles.progress}>
      <span className={styles.meter} role="img" aria-label={said}>
        <i className={styles.implicit} style={{ width: share(done) }} />
        <i style={{ width: share(done - implicit) }} />
      </span>
      <span data-field="progress">
        {done} of {rows}
      </span>
    </span>
  );
}

const icons = {
  saved: IconCloudCheck,
  saving: IconLoader2,
  offline: IconCloudOff,
  retry: IconRefresh,
  key: IconKey,
  alert: IconAlertTriangle,
  lock: IconLock,
};

const actionWords = {
  sign_in: 'Sign in',
  see_both: 'See both',
  why: 'Why',
  reopen: 'Take back',
  retry: 'Try now',
};

function SaveBadge() {
  const editor = useEditor();
  const { queue, total, submitted, canEdit, kind } = useReviewParts((state) => ({
    queue: state.queue,
    total: state.total,
    submitted: state.doc.state === 'submitted',
    canEdit: state.info.can_edit,
    kind: state.doc.kind,
  }));
  const ticking = queue.trouble?.kind === 'busy';
  const now = useNow(ticking);
  const state = saveState(queue, total, submitted, now, (operation) => editor.exchange.rowNumberOf(operation));
  const Icon = icons[state.icon];
  const action = state.action && (state.action !== 'reopen' || canEdit) ? state.action : null;
  return (
    <span
      className={styles.save}
      role="status"
      aria-live="polite"
      aria-atomic="true"
      tabIndex={-1}
      data-field="save-state"
      data-tone={state.tone}
      title={state.text}
    >
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <span>{state.text}</span>
      {state.time && <time>{state.time}</time>}
      {action && (
        <button type="button" className={frame.textButton} onClick={() => act(action)}>
          {actionWords[action]}
        </button>
      )}
    </span>
  );

  function act(name: NonNullable<SaveState['action']>): void {
    if (name === 'sign_in') editor.set({ dialog: 'sign_in' });
    else if (name === 'see_both' && queue.conflict) editor.set({ dialog: 'conflict' });
    else if (name === 'see_both') editor.exchange.unpark();
    else if (name === 'reopen') editor.do(gestures.reopen(editor.state.doc));
    else if (name === 'retry') editor.exchange.queue.wake();
    else if (queue.refused.length > 0) {
      const told = queue.refused.map(({ operation, detail }) => `${wordsOf(operation.verb, kind)}: ${detail}`);
      editor.say(`The server refused and this page took back: ${told.join(' ')}`, 'warn');
      editor.exchange.queue.dismissRefused();
    } else
      editor.say(
        'The browser gives this page no storage (a private window?). Edits are sent as long as it stays open.',
        'warn',
      );
  }
}

function useNow(ticking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!ticking) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
