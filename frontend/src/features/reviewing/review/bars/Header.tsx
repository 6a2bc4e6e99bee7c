/** Where you are, how far, whether everything is saved, undo, submit. */

import { useMemo } from 'react';
import { useSession } from '@/api/session';
import { initials } from '@/lib/format';
import { run } from '../editor/commands';
import { useEditor, useReview, useReviewParts } from '../frame/context';
import { progressOf } from '../model/document';
import bar from './Bar.module.css';
import { Crumbs, Home } from './Crumbs';
import styles from './Header.module.css';
import { SaveBadge } from './SaveBadge';
import { UndoButtons } from './UndoButtons';

export function Header() {
  const editor = useEditor();
  const { info, doc } = useReviewParts((state) => ({ info: state.info, doc: state.doc }));
  const user = useSession().data?.user;
  return (
    <header className={bar.bar}>
      <Home />
      <Crumbs info={info} />
      <span className={bar.grow} />
      <ProgressMeter />
      <span className={styles.separator} />
      <SaveBadge />
      <span className={styles.separator} />
      <UndoButtons />
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
