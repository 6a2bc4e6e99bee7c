/** What can be done to several rows at once. */

import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMemo } from 'react';
import { count } from '@/lib/format';
import { run } from '../editor/commands';
import { selected } from '../editor/view';
import { useEditor, useReview, useReviewParts } from '../frame/context';
import type { ActionId } from '../keys/table';
import { makeNull } from '../model/gestures';
import styles from './Bar.module.css';

export function BatchBar() {
  const editor = useEditor();
  const { visible, active, anchor, picked, order } = useReviewParts((state) => ({
    visible: state.visible,
    active: state.active,
    anchor: state.anchor,
    picked: state.picked,
    order: state.doc.order,
  }));
  const rows = useMemo(
    () => (anchor || picked ? selected({ visible, active, anchor, picked }) : []),
    [visible, active, anchor, picked],
  );
  const n = rows.length;
  const span = useMemo(() => spanOf(order, rows), [order, rows]);
  const reasons = useReview((state) => state.info.null_reasons);
  const isTalk = useReview((state) => state.doc.kind === 'paper_talk');
  if (n < 2) return null;
  const act = (id: ActionId) => () => run(editor, id);
  return (
    <section className={styles.batch} aria-label={`${n} rows selected`}>
      <b>{count(n)} rows</b>
      <span style={{ color: 'var(--ink-2)' }}>{span}</span>
      <span className={styles.grow} />
      <button type="button" className={`${styles.button} ${styles.main}`} onClick={act('accept_next')}>
        Accept {count(n)}
      </button>
      <button type="button" className={styles.button} onClick={act('merge')}>
        Merge
      </button>
      <Drop label="Labels">
        <Menu.Item onClick={act('align_yes')}>good_align yes</Menu.Item>
        <Menu.Item onClick={act('align_no')}>good_align no</Menu.Item>
        <Menu.Item onClick={act('mt_yes')}>good_mt yes</Menu.Item>
        <Menu.Item onClick={act('mt_no')}>good_mt no</Menu.Item>
        <Menu.Item onClick={act('flag')}>flag</Menu.Item>
        <Menu.Item onClick={act('to_proposed')}>reset to proposed</Menu.Item>
      </Drop>
      {isTalk ? (
        <button type="button" className={styles.button} onClick={act('null')}>
          No sentence
        </button>
      ) : (
        <Drop label="Null">
          {['', ...reasons].map((reason) => (
            <Menu.Item
              key={reason}
              onClick={() => editor.do(makeNull(editor.state.doc, selected(editor.state), reason || null))}
            >
              {reason || 'no reason'}
            </Menu.Item>
          ))}
        </Drop>
      )}
      <button type="button" className={`${styles.button} ${styles.quiet}`} onClick={act('escape')}>
        Clear <kbd>Esc</kbd>
      </button>
    </section>
  );
}

/** The first and the last row of a selection, with what lies between them only if all of it is selected. */
function spanOf(order: readonly string[], rows: readonly string[]): string {
  const chosen = new Set(rows);
  const first = order.findIndex((id) => chosen.has(id));
  const last = order.findLastIndex((id) => chosen.has(id));
  if (first < 0) return '';
  return last - first + 1 === rows.length ? `${first + 1} to ${last + 1}` : `between ${first + 1} and ${last + 1}`;
}

function Drop({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <button type="button" className={styles.button}>
          {label} <IconChevronDown size={12} stroke={1.75} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
