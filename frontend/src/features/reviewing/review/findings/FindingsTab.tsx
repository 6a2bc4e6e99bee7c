/** What to look at before submitting, group by group: each leads to its row. */

import { type KeyboardEvent, useDeferredValue, useMemo, useRef } from 'react';
import { chordOf, isMac } from '@/lib/chords';
import { count, plural } from '@/lib/format';
import { BarButton } from '../bars/buttons';
import { draftsOf } from '../editor/drafts';
import { readOnly } from '../editor/state';
import { classes, useEditor, useKeyText, useReview } from '../frame/context';
import helper from '../helper/Helper.module.css';
import { uncheckedWords } from '../model/checks';
import { type Doc, numberOf, progressOf } from '../model/document';
import { countFindings, type Finding, findingsOf, type Group, groups, openFindings } from '../model/findings';
import styles from './FindingsTab.module.css';
import { seeList, settleFinding, showFinding } from './walk';

/** Of a group, shown at first. */
const mostShown = 50;

export function FindingsTab({ onSubmit }: { onSubmit: () => void }) {
  const doc = useReview((state) => state.doc);
  const info = useReview((state) => state.info);
  const glossary = useReview((state) => state.glossary);
  // An edit is shown before what it does to the list.
  const settled = useDeferredValue(doc);
  const typed = useDeferredValue(useReview((state) => state.drafts));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document holds the glossary, and stays the same with it
  const findings = useMemo(
    () => findingsOf(settled, info.labels, draftsOf({ info, doc: settled, drafts: typed })),
    [settled, info, typed, glossary],
  );
  const open = countFindings(openFindings(findings));
  const { rows, done } = progressOf(settled);
  const unchecked = uncheckedWords(doc);
  return (
    <section className={styles.findings}>
      <p className={styles.head}>
        <b>{open === 0 ? 'Nothing found.' : `${plural(open, 'thing')} to look at before you submit.`}</b> {count(done)}{' '}
        of {count(rows)} rows reviewed.
      </p>
      {unchecked && <p className={helper.reason}>{unchecked}</p>}
      <List doc={settled} findings={findings} />
      <Foot
        open={open}
        settled={countFindings(findings) - open}
        isAnyUnsaved={findings.some(({ group }) => group === 'drafts')}
        onSubmit={onSubmit}
      />
    </section>
  );
}

/** One stop of the Tab key; J and K, or the arrows, walk. */
function List({ doc, findings }: { doc: Doc; findings: readonly Finding[] }) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[chordOf(event.nativeEvent, isMac()) ?? ''];
    if (!by) return;
    event.preventDefault();
    const lines = [...(list.current?.querySelectorAll<HTMLElement>('[data-finding]') ?? [])];
    const at = lines.indexOf(document.activeElement as HTMLElement);
    lines[Math.max(0, Math.min(lines.length - 1, at + by))]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its lines are the buttons; the keys walk between them
    <div ref={list} className={styles.list} data-keys="own" onKeyDown={onKeyDown}>
      {(Object.keys(groups) as Group[]).map((group) => {
        const all = findings.filter((finding) => finding.group === group);
        if (all.length === 0) return null;
        return (
          <section key={group} aria-label={groups[group]}>
            <h2>
              {groups[group]} <small>{count(countFindings(all))}</small>
            </h2>
            <ul>
              {all.slice(0, mostShown).map((finding) => (
                <Line key={`${finding.rows[0]} ${finding.check} ${finding.text}`} doc={doc} finding={finding} />
              ))}
            </ul>
            {all.length > mostShown && <p className={helper.reason}>{count(all.length - mostShown)} more.</p>}
          </section>
        );
      })}
    </div>
  );
}

function Line({ doc, finding }: { doc: Doc; finding: Finding }) {
  const editor = useEditor();
  const locked = useReview(readOnly) !== null;
  const active = useReview((state) => state.active);
  const [row] = finding.rows;
  if (!row || !doc.rows.has(row)) return null;
  const canSettle = finding.check !== null && !locked;
  return (
    <li className={classes(row === active && styles.here, finding.isSettled && styles.settled)}>
      <button
        type="button"
        className={styles.line}
        data-finding
        onClick={() => showFinding(editor, row)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.shiftKey) return;
          event.preventDefault();
          if (canSettle) settleFinding(editor, finding);
        }}
      >
        <span className={styles.number}>{numberOf(doc, row)}</span>
        <span>
          {finding.isSettled && <span className="vh">right as it is: </span>}
          {finding.text}
        </span>
      </button>
      {canSettle && (
        <button type="button" className={styles.right} tabIndex={-1} onClick={() => settleFinding(editor, finding)}>
          {finding.isSettled ? 'Ask again' : 'Right as it is'}
        </button>
      )}
    </li>
  );
}

interface FootProps {
  open: number;
  settled: number;
  isAnyUnsaved: boolean;
  onSubmit: () => void;
}

function Foot({ open, settled, isAnyUnsaved, onSubmit }: FootProps) {
  const editor = useEditor();
  const { key, keyed } = useKeyText();
  const locked = useReview(readOnly) !== null;
  return (
    <footer className={styles.foot}>
      {!locked && (
        <BarButton
          title={keyed('Submit', 'submit')}
          onClick={() => {
            seeList(editor);
            onSubmit();
          }}
        >
          {open === 0 ? 'Submit' : `Submit with ${plural(open, 'finding')}`}
        </BarButton>
      )}
      <p className={helper.reason}>
        {settled > 0 && `${settled} taken as right. `}
        {open > 0 && 'They do not keep you from submitting, and go along to the adjudicator. '}
        {isAnyUnsaved && 'What is not saved stays on this device. '}
        {key('next_finding')} goes to the next; in the list Enter goes there, Shift Enter takes it as right.
      </p>
    </footer>
  );
}
