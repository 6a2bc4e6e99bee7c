/** What can be done to several rows at once. */

import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMemo } from 'react';
import { count } from '@/lib/format';
import { run } from '../editor/commands';
import { readOnly } from '../editor/state';
import { selected } from '../editor/view';
import { useEditor, useKeyText, useReview, useReviewParts } from '../frame/context';
import { actionOf } from '../keys/sheet';
import type { ActionId } from '../keys/table';
import { makeNull } from '../model/gestures';
import { labelOf, nameOf, offered } from '../model/labels';
import styles from './Bar.module.css';
import { BarButton, MainButton, QuietButton } from './buttons';

const labels = ['align_yes', 'align_no', 'mt_yes', 'mt_no', 'flag', 'unflag', 'to_proposed'] as const;

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
  const { key } = useKeyText();
  const locked = useReview(readOnly) !== null;
  if (n < 2) return null;
  const act = (id: ActionId) => () => run(editor, id);
  return (
    <section className={styles.batch} aria-label={`${n} rows selected`}>
      <b>{count(n)} rows</b>
      <span style={{ color: 'var(--ink-2)' }}>{span}</span>
      <span className="grow" />
      {!locked && <Edits n={n} />}
      <BarButton onClick={act('copy')}>Copy</BarButton>
      <QuietButton onClick={act('escape')}>
        Clear <kbd>{key('escape')}</kbd>
      </QuietButton>
    </section>
  );
}

function Edits({ n }: { n: number }) {
  const editor = useEditor();
  const { key } = useKeyText();
  const reasons = useReview((state) => labelOf(state.info.labels, 'null_reason'));
  const isTalk = useReview((state) => state.doc.kind === 'paper_talk');
  const act = (id: ActionId) => () => run(editor, id);
  return (
    <>
      <MainButton onClick={act('accept_next')}>Accept {count(n)}</MainButton>
      <BarButton onClick={act('merge')}>Merge</BarButton>
      <Drop label="Labels">
        {labels.map((id) => (
          <Menu.Item key={id} onClick={act(id)} rightSection={<span aria-hidden="true">{key(id)}</span>}>
            {actionOf(id).label}
          </Menu.Item>
        ))}
      </Drop>
      {isTalk ? (
        <BarButton onClick={act('null')}>No sentence</BarButton>
      ) : (
        <Drop label="Null">
          {['', ...offered(reasons).map(({ key }) => key)].map((reason) => (
            <Menu.Item
              key={reason}
              onClick={() => editor.do(makeNull(editor.state.doc, selected(editor.state), reason || null))}
            >
              {nameOf(reasons, reason) || 'no reason'}
            </Menu.Item>
          ))}
        </Drop>
      )}
    </>
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
        <BarButton>
          {label} <IconChevronDown size={12} stroke={1.75} aria-hidden="true" />
        </BarButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
