/** What can be done to several rows at once. */

import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { run } from '../editor/commands';
import { selected } from '../editor/view';
import { useEditor, useReview } from '../frame/context';
import type { ActionId } from '../keys/table';
import { makeNull } from '../model/gestures';
import styles from './Bar.module.css';

export function BatchBar() {
  const editor = useEditor();
  const n = useReview((state) => (state.anchor ? selected(state).length : 0));
  const span = useReview((state) => {
    const ids = state.anchor ? selected(state) : [];
    const numbers = ids.map((id) => state.doc.order.indexOf(id) + 1);
    return ids.length > 1 ? `${Math.min(...numbers)} to ${Math.max(...numbers)}` : '';
  });
  const reasons = useReview((state) => state.info.null_reasons);
  const isTalk = useReview((state) => state.doc.kind === 'paper_talk');
  if (n < 2) return null;
  const act = (id: ActionId) => () => run(editor, id);
  return (
    <section className={styles.batch} aria-label={`${n} rows selected`}>
      <b>{n} rows</b>
      <span style={{ color: 'var(--ink-2)' }}>{span}</span>
      <span className={styles.grow} />
      <button type="button" className={`${styles.button} ${styles.main}`} onClick={act('accept_next')}>
        Accept {n}
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
