/** Bars above the rows: what can be done to several at once, and what the engine proposes. */

import { Menu } from '@mantine/core';
import { IconChevronDown, IconTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { capital, count, plural } from '@/lib/format';
import { sourceWords } from '@/ui/kinds';
import { run } from '../editor/commands';
import {
  cancelRealign,
  leaveAll,
  offered as offeredProposal,
  rowsOf,
  stepThrough,
  takeAll,
} from '../editor/realignment';
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
  const kind = useReview((state) => state.doc.kind);
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
      {kind !== 'bitext' ? (
        <BarButton onClick={act('null')}>{capital(sourceWords[kind].none)}</BarButton>
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

/** What would change if the engine ran again around the reviewed rows; taken whole, row by row, or left. */
export function ProposalBar() {
  const editor = useEditor();
  const { key } = useKeyText();
  const realigning = useReview((state) => state.realigning);
  const doing = useReview((state) => state.realigned);
  const stepping = useReview((state) => state.stepping);
  const here = useReview((state) => offeredProposal(state) !== null);
  if (!realigning) return null;
  if (realigning === 'running') {
    return (
      <section className={styles.batch} aria-label="Realigning">
        <span role="status">Realigning around the reviewed rows{doing?.message ? ` · ${doing.message}` : ''}</span>
        {doing && <progress className={styles.progress} value={doing.progress} aria-label="How far it is" />}
        <span className="grow" />
        <QuietButton onClick={() => cancelRealign(editor)}>
          Cancel <kbd>{key('escape')}</kbd>
        </QuietButton>
      </section>
    );
  }
  const { proposals, n_fixed: fixed, expected_wrong_before: before, expected_wrong_after: after } = realigning;
  return (
    <section className={styles.batch} aria-label="Realign proposal">
      <IconTriangle size={14} stroke={1.75} style={{ color: 'var(--accent)', flex: 'none' }} aria-hidden="true" />
      <span>
        <b>{plural(rowsOf(proposals), 'row')} would change</b> if realigned around your {plural(fixed, 'reviewed row')}.
        Expected wrong rows {before.toFixed(1)} → {after.toFixed(1)}.
      </span>
      <span className="grow" />
      {(here || stepping) && (
        <span style={{ color: 'var(--ink-2)' }}>
          <kbd>{key('proposal_take')}</kbd> apply, accept <kbd>{key('proposal_leave')}</kbd> dismiss{' '}
          <kbd>{key('proposal_take_rest')}</kbd> apply the rest
        </span>
      )}
      {!stepping && <MainButton onClick={() => stepThrough(editor)}>Step through</MainButton>}
      <BarButton onClick={() => takeAll(editor)}>Apply all {proposals.length}</BarButton>
      <QuietButton onClick={() => leaveAll(editor)}>Dismiss all</QuietButton>
    </section>
  );
}
