/** Where you are, how far, whether everything is saved, undo, submit. */

import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSession } from '@/api/session';
import { initials } from '@/lib/format';
import { run } from '../editor/commands';
import { useEditor, useReview, useReviewParts } from '../frame/context';
import { useKeyText } from '../frame/useKeyText';
import { progressOf } from '../model/document';
import { wordsOf } from '../model/verbs';
import bar from './Bar.module.css';
import { Crumbs, Home } from './Crumbs';
import styles from './Header.module.css';
import { SaveBadge } from './SaveBadge';

export function Header() {
  const editor = useEditor();
  const { info, doc } = useReviewParts((state) => ({ info: state.info, doc: state.doc }));
  const { pair } = info;
  const { keyed } = useKeyText();
  const user = useSession().data?.user;
  const undo = doc.undoStack.at(-1);
  const redo = doc.redoStack.at(-1);
  return (
    <header className={bar.bar}>
      <Home />
      <Crumbs info={info} />
      <span className={bar.grow} />
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
          title={keyed('Undo', 'undo')}
          onClick={() => run(editor, 'undo')}
        >
          <IconArrowBackUp size={17} stroke={1.75} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={styles.iconButton}
          aria-label={redo ? `Redo: ${wordsOf(redo.verb, pair.kind)}` : 'Redo'}
          aria-disabled={!redo}
          title={keyed('Redo', 'redo')}
          onClick={() => run(editor, 'redo')}
        >
          <IconArrowForwardUp size={17} stroke={1.75} aria-hidden="true" />
        </button>
      </span>
      {doc.state !== 'submitted' && info.can_edit && (
        <button type="button" className={bar.button} data-field="submit" onClick={() => run(editor, 'submit')}>
          Submit
        </button>
      )}
      {user && (
        <span
          className={bar.who}
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
