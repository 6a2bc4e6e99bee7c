/** Beside the rows: context and why, history, guidelines, and the summary of a talk. */

import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useDeferredValue } from 'react';
import type { HelperTab } from '../session/state';
import { CommentsTab } from './CommentsTab';
import { ContextTab } from './ContextTab';
import { useReviewParts, useReviewSession } from './context';
import { GuidelinesTab } from './GuidelinesTab';
import { HistoryTab } from './HistoryTab';
import styles from './helper.module.css';
import { SummaryTab } from './SummaryTab';

const words: Record<HelperTab, string> = {
  context: 'Context',
  history: 'History',
  comments: 'Comments',
  guidelines: 'Guidelines',
  summary: 'Summary',
};

export function Helper() {
  const session = useReviewSession();
  const { helper, helperOpen, active, doc } = useReviewParts((state) => ({
    helper: state.helper,
    helperOpen: state.helperOpen,
    active: state.active,
    doc: state.doc,
  }));
  // Held keys move the rows at the frame rate; the helper catches up when the hand rests.
  const row = useDeferredValue(active);
  const settled = useDeferredValue(doc);
  const tabs: HelperTab[] = [
    'context',
    'history',
    'comments',
    ...(doc.kind === 'bitext' || helper === 'guidelines' ? (['guidelines'] as const) : []),
    ...(doc.kind === 'paper_talk' ? (['summary'] as const) : []),
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    const next = tabs[(tabs.indexOf(helper) + by + tabs.length) % tabs.length] as HelperTab;
    session.set({ helper: next });
    document.getElementById(`helper-${next}`)?.focus();
  };
  const shown = row && settled.rows.has(row) ? row : null;
  return (
    <aside className={styles.helper} aria-label="Helper" data-open={helperOpen}>
      <div className={styles.tabs} role="tablist" aria-label="Helper" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab}
            id={`helper-${tab}`}
            type="button"
            role="tab"
            aria-selected={helper === tab}
            aria-controls="helper-panel"
            tabIndex={helper === tab ? 0 : -1}
            onClick={() => session.set({ helper: tab })}
          >
            {words[tab]}
          </button>
        ))}
        <button
          type="button"
          className={styles.close}
          aria-label="Close the helper"
          onClick={() => session.set({ helperOpen: false })}
        >
          <IconX size={16} aria-hidden="true" />
        </button>
      </div>
      <div
        className={styles.panel}
        id="helper-panel"
        role="tabpanel"
        aria-labelledby={`helper-${helper}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls must be reachable
        tabIndex={0}
      >
        {helper === 'summary' && <SummaryTab />}
        {helper === 'guidelines' && <GuidelinesTab />}
        {shown && helper === 'context' && <ContextTab doc={settled} id={shown} />}
        {shown && helper === 'comments' && <CommentsTab id={shown} />}
        {shown && helper === 'history' && <HistoryTab id={shown} />}
      </div>
    </aside>
  );
}
