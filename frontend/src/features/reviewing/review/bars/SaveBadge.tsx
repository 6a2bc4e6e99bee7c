/** What is saved and what is not, in words, with the one thing that can be done about it. */

import {
  IconAlertTriangle,
  IconCloudCheck,
  IconCloudOff,
  IconKey,
  IconLoader2,
  IconLock,
  IconRefresh,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { EditorState } from '../editor/state';
import { useEditor, useReviewParts } from '../frame/context';
import * as gestures from '../model/gestures';
import { wordsOf } from '../model/verbs';
import { type Closed, type SaveState, saveState } from '../sending/saveState';
import { TextButton } from './buttons';
import styles from './Header.module.css';

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
  see_aside: 'See them',
  why: 'Why',
  reopen: 'Reopen',
  retry: 'Try now',
};

export function SaveBadge() {
  const editor = useEditor();
  const { queue, total, closed, canReopen, kind } = useReviewParts((state) => ({
    queue: state.queue,
    total: state.total,
    closed: closedState(state),
    canReopen: state.info.can_reopen,
    kind: state.doc.kind,
  }));
  const ticking = queue.trouble?.kind === 'busy';
  const now = useNow(ticking);
  const state = saveState(queue, total, closed, now, (operation) => editor.exchange.rowNumberOf(operation));
  const Icon = icons[state.icon];
  const action = state.action && (state.action !== 'reopen' || canReopen) ? state.action : null;
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
      {action && <TextButton onClick={() => act(action)}>{actionWords[action]}</TextButton>}
    </span>
  );

  function act(name: NonNullable<SaveState['action']>): void {
    if (name === 'sign_in') editor.set({ dialog: 'sign_in' });
    else if (name === 'see_both' && queue.conflict) editor.set({ dialog: 'conflict' });
    else if (name === 'see_aside') editor.set({ dialog: 'aside' });
    else if (name === 'see_both') editor.exchange.unpark();
    else if (name === 'reopen') editor.do(gestures.reopen(editor.state.doc));
    else if (name === 'retry') editor.exchange.queue.wake();
    else if (queue.refused.length > 0) {
      const rejections = queue.refused.map(({ operation, detail }) => `${wordsOf(operation.verb, kind)}: ${detail}`);
      editor.say(`The server rejected these edits, and they were reverted here: ${rejections.join(' ')}`, 'warn');
      editor.exchange.queue.dismissRefused();
    } else
      editor.say(
        'This browser does not let the page store data (a private window?). Edits are sent while the page stays open.',
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

function closedState({ info, doc }: EditorState): Closed | null {
  if (info.superseded_by !== null) return 'superseded';
  if (doc.state !== 'submitted') return null;
  return info.can_edit && !info.can_reopen ? 'adjudicated' : 'submitted';
}
