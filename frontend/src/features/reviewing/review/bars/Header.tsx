/** Where you are, how far, whether everything is saved, undo, submit. */

import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useSession } from '@/api/session';
import { count, initials, language, languageCodes, plural } from '@/lib/format';
import { sourceWords } from '@/ui/kinds';
import { Mark } from '@/ui/Mark';
import { run, runFromBar } from '../editor/commands';
import { useEditor, useKeyText, useReview, useReviewParts } from '../frame/context';
import { progressOf } from '../model/document';
import type { ReviewInfo } from '../model/types';
import { wordsOf } from '../model/verbs';
import bar from './Bar.module.css';
import { BarButton } from './buttons';
import styles from './Header.module.css';
import { SaveBadge } from './SaveBadge';

export function Header() {
  const { info, doc } = useReviewParts((state) => ({ info: state.info, doc: state.doc }));
  const user = useSession().data?.user;
  return (
    <header className={bar.bar}>
      <Home />
      <Crumbs info={info} />
      <span className="grow" />
      <ProgressMeter />
      <span className={styles.separator} />
      <SaveBadge />
      <span className={styles.separator} />
      <UndoButtons />
      {doc.state !== 'submitted' && info.can_edit && <SubmitButton />}
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

/** With how many things there are to look at before. */
function SubmitButton() {
  const editor = useEditor();
  const n = useReview((state) => state.nFindings) ?? 0;
  return (
    <BarButton
      data-field="submit"
      title={n > 0 ? `${plural(n, 'finding')} to look at` : undefined}
      onClick={() => run(editor, 'submit')}
    >
      Submit
      {n > 0 && (
        <span className={styles.badge} data-field="findings" aria-hidden="true">
          {count(n)}
        </span>
      )}
    </BarButton>
  );
}

function ProgressMeter() {
  const doc = useReview((state) => state.doc);
  const { rows, done, implicit } = useMemo(() => progressOf(doc), [doc]);
  const share = (n: number) => `${rows === 0 ? 0 : (100 * n) / rows}%`;
  const label = `${done} of ${rows} rows reviewed${implicit > 0 ? `, ${implicit} of them implicitly` : ''}`;
  return (
    <span className={styles.progress}>
      <span className={styles.meter} role="img" aria-label={label}>
        <i className={styles.implicit} style={{ width: share(done) }} />
        <i style={{ width: share(done - implicit) }} />
      </span>
      <span data-field="progress">
        {done} of {rows}
      </span>
    </span>
  );
}

/** Where you are: the mark that leads home, the project, the title, and the run that made the proposal. */
export function Home() {
  return (
    <Link className={styles.home} to="/" aria-label="Lectern, all projects">
      <Mark />
    </Link>
  );
}

export function Crumbs({ info }: { info: ReviewInfo }) {
  const { pair, project, run: engine } = info;
  const languages =
    pair.kind === 'bitext'
      ? languageCodes(pair.source.language, pair.target.language)
      : `${sourceWords[pair.kind].whole} ↔ talk`;
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumb">
      <Link to={`/p/${project.slug}/pairs`}>{project.name}</Link>
      <span className={styles.slash} aria-hidden="true">
        /
      </span>
      <h1 title={pair.title}>{pair.title}</h1>
      <span
        className={styles.meta}
        title={
          pair.kind === 'bitext' ? `${language(pair.source.language)}, ${language(pair.target.language)}` : undefined
        }
      >
        {languages}
        {info.kind === 'adjudication' && ' · adjudication'}
        {engine && info.kind === 'review' && (
          <>
            {' '}
            · {engine.engine_label}, run {engine.number}
          </>
        )}
      </span>
    </nav>
  );
}

/** Undo and redo, which name the step they would undo or restore. */
export function UndoButtons() {
  const editor = useEditor();
  const { undo, redo, kind } = useReviewParts((state) => ({
    undo: state.doc.undoStack.at(-1),
    redo: state.doc.redoStack.at(-1),
    kind: state.info.pair.kind,
  }));
  const { keyed } = useKeyText();
  const buttons = [
    ['undo', 'Undo', undo, IconArrowBackUp],
    ['redo', 'Redo', redo, IconArrowForwardUp],
  ] as const;
  return (
    <span style={{ display: 'inline-flex' }}>
      {buttons.map(([id, word, edit, Icon]) => (
        <button
          key={id}
          type="button"
          className={styles.iconButton}
          aria-label={edit ? `${word}: ${wordsOf(edit.verb, kind)}` : word}
          aria-disabled={!edit}
          title={keyed(word, id)}
          // By keyboard the focus stays, for one step more.
          onClick={(click) => (click.detail > 0 ? runFromBar : run)(editor, id)}
        >
          <Icon size={17} stroke={1.75} aria-hidden="true" />
        </button>
      ))}
    </span>
  );
}
