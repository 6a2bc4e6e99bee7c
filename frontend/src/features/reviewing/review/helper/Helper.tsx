/** Beside the rows: context, history, comments, guidelines, the summary of a talk, the concordance; wide windows show several. */

import { IconFileText, IconListSearch, IconMessage, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useDeferredValue, useEffect } from 'react';
import { count } from '@/lib/format';
import { later } from '@/ui/later';
import { run } from '../editor/commands';
import type { HelperTab } from '../editor/state';
import { classes, useEditor, useReview, useReviewParts } from '../frame/context';
import { useStandingTabs } from '../frame/useWide';
import type { Doc } from '../model/document';
import type { PairKind } from '../model/types';
import { CommentsTab } from './CommentsTab';
import { ContextTab } from './ContextTab';
import styles from './Helper.module.css';

const words: Record<HelperTab, string> = {
  context: 'Context',
  history: 'History',
  comments: 'Comments',
  guidelines: 'Guidelines',
  summary: 'Summary',
  concordance: 'Concordance',
  findings: 'Findings',
};

const signs: Partial<Record<HelperTab, typeof IconX>> = {
  comments: IconMessage,
  guidelines: IconFileText,
  concordance: IconListSearch,
};

const HistoryTab = later<{ id: string }>('the history', async () => (await import('./HistoryTab')).HistoryTab);
const GuidelinesTab = later('the guidelines', async () => (await import('./GuidelinesTab')).GuidelinesTab);
const SummaryTab = later('the summary', async () => (await import('./SummaryTab')).SummaryTab);
const FindingsTab = later<{ onSubmit: () => void }>(
  'the findings',
  async () => (await import('../findings')).FindingsTab,
);

const ConcordanceTab = later<{ row: string | null }>(
  'the concordance',
  async () => (await import('../recall/ConcordanceTab')).ConcordanceTab,
);

export function Helper() {
  const { helper, helperOpen, active, doc } = useReviewParts((state) => ({
    helper: state.helper,
    helperOpen: state.helperOpen,
    active: state.active,
    doc: state.doc,
  }));
  // Held keys move the rows at the frame rate; the helper catches up when the hand rests.
  const nFindings = useReview((state) => state.nFindings) ?? 0;
  const row = useDeferredValue(active);
  const settled = useDeferredValue(doc);
  const standing = useStandingTabs();
  const { tabs, open } = tabsOf(helper, doc.kind, standing);
  const shown = row && settled.rows.has(row) ? row : null;
  return (
    <aside className={styles.helper} aria-label="Helper" data-open={helperOpen}>
      {standing.map((tab) => (
        <section key={tab} className={styles.pane} aria-label={words[tab]}>
          <h2 className={styles.standing}>{words[tab]}</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls must be reachable */}
          <div className={styles.panel} tabIndex={0}>
            <Panel tab={tab} doc={settled} row={shown} />
          </div>
        </section>
      ))}
      <div className={styles.pane}>
        <Tabs
          tabs={tabs}
          open={open}
          counts={{ comments: (shown && settled.rows.get(shown)?.n_comments) || 0, findings: nFindings }}
        />
        <div
          className={styles.panel}
          id="helper-panel"
          role="tabpanel"
          aria-labelledby={`helper-${open}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls must be reachable
          tabIndex={0}
        >
          <Panel tab={open} doc={settled} row={shown} />
        </div>
      </div>
    </aside>
  );
}

function Panel({ tab, doc, row }: { tab: HelperTab; doc: Doc; row: string | null }) {
  const editor = useEditor();
  if (tab === 'summary') return <SummaryTab />;
  if (tab === 'findings') return <FindingsTab onSubmit={() => run(editor, 'submit')} />;
  if (tab === 'guidelines') return <GuidelinesTab />;
  if (tab === 'concordance') return <ConcordanceTab row={row} />;
  if (!row) return null;
  if (tab === 'context') return <ContextTab doc={doc} id={row} />;
  return tab === 'comments' ? <CommentsTab id={row} /> : <HistoryTab id={row} />;
}

interface TabsProps {
  tabs: readonly HelperTab[];
  open: HelperTab;
  counts: Partial<Record<HelperTab, number>>;
}

function Tabs({ tabs, open, counts }: TabsProps) {
  const editor = useEditor();
  // Opened by a key, a tab may stand beyond the edge.
  useEffect(() => {
    document.getElementById(`helper-${open}`)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    const next = tabs[(tabs.indexOf(open) + by + tabs.length) % tabs.length] as HelperTab;
    editor.set({ helper: next });
    document.getElementById(`helper-${next}`)?.focus();
  };
  return (
    <div className={styles.head}>
      <div
        className={styles.tabs}
        role="tablist"
        aria-label="Helper"
        data-many={tabs.includes('findings') || undefined}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab}
            id={`helper-${tab}`}
            type="button"
            role="tab"
            aria-selected={open === tab}
            aria-controls="helper-panel"
            tabIndex={open === tab ? 0 : -1}
            title={signs[tab] ? words[tab] : undefined}
            onClick={() => editor.set({ helper: tab })}
          >
            <TabWord tab={tab} /> {(counts[tab] ?? 0) > 0 && <small>{count(counts[tab] ?? 0)}</small>}
          </button>
        ))}
      </div>
      {/* Beside the list, which holds nothing but tabs. */}
      <button
        type="button"
        className={styles.close}
        aria-label="Close the helper"
        onClick={() => editor.set({ helperOpen: false })}
      >
        <IconX size={16} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Where there is no room for all words, the last tabs are their signs: one, or three beside the findings. */
function TabWord({ tab }: { tab: HelperTab }) {
  const Sign = signs[tab];
  if (!Sign) return words[tab];
  const last = tab === 'concordance' ? styles.last : undefined;
  return (
    <>
      <Sign className={classes(styles.icon, last)} size={16} stroke={1.75} aria-hidden="true" />
      <span className={classes(styles.word, last)}>{words[tab]}</span>
    </>
  );
}

/** `chosen`: the tab that was opened last. `standing`: those that a wide window shows for good. */
export function tabsOf(
  chosen: HelperTab,
  kind: PairKind,
  standing: readonly HelperTab[],
): { tabs: readonly HelperTab[]; open: HelperTab } {
  const all: HelperTab[] = [
    ...(chosen === 'findings' ? (['findings'] as const) : []),
    'context',
    'history',
    'comments',
    ...(kind === 'bitext' || chosen === 'guidelines' || standing.length > 0 ? (['guidelines'] as const) : []),
    ...(kind === 'paper_talk' ? (['summary'] as const) : []),
    'concordance',
  ];
  const tabs = all.filter((tab) => !standing.includes(tab));
  // The tabs move on to show something else.
  return { tabs, open: tabs.includes(chosen) ? chosen : standing.includes('context') ? 'guidelines' : 'context' };
}
