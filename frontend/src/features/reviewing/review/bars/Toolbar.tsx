/** Filters that can be combined, order, search, and going to a row. All of it is in the address. */

import { chooseView } from '../editor/searching';
import { isFiltered } from '../editor/view';
import { useEditor, useReviewParts } from '../frame/context';
import { everything, type View } from '../model/filters';
import bar from './Bar.module.css';
import { QuietButton } from './buttons';
import { Filters } from './Filters';
import { GoTo } from './GoTo';
import { MediaBar } from './MediaBar';
import { Search } from './Search';
import styles from './Toolbar.module.css';
import { ViewMenu } from './ViewMenu';

export function Toolbar() {
  const editor = useEditor();
  const { view, doc } = useReviewParts((state) => ({ view: state.view, doc: state.doc }));
  const put = (change: Partial<View>) => void chooseView(editor, { ...view, ...change });
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
            onChange={(event) => put({ neighbours: event.currentTarget.checked })}
          />
          Show neighbours
        </label>
      )}
      {filtered && (
        <QuietButton onClick={() => editor.setView({ ...everything, order: view.order })}>Clear</QuietButton>
      )}
      <MediaBar />
      {!filtered && !(doc.kind === 'paper_talk' && doc.media.target) && <Order view={view} put={put} />}
      <Search />
      <GoTo />
      <ViewMenu />
    </section>
  );
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
