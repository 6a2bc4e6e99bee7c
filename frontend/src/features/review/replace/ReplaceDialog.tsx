/** Find and replace in post-edits: what would change is shown first, and is one edit. */

import { Button, Checkbox, TextInput } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { count, plural } from '@/lib/format';
import { Difference } from '@/ui/Difference';
import { ScopeField } from '../bulk/ScopeField';
import { closeDialog, Dialog } from '../dialogs/Dialog';
import dialog from '../dialogs/Dialog.module.css';
import { type Scope, scopesOf } from '../editor/scopes';
import { useEditor, useReview } from '../frame/context';
import { numberOf } from '../model/document';
import { type RowText, replaceTexts, textsOf } from '../model/replace';
import { literalSource } from './job';
import { Matcher } from './matcher';
import styles from './ReplaceDialog.module.css';

/** Long enough that a word is looked for, and not each of its letters. */
const pauseMilliseconds = 200;
/** Changes that are shown; the others are counted. */
const mostShown = 200;

export function ReplaceDialog() {
  const opened = useReview((state) => state.dialog === 'find_replace');
  return (
    <Dialog name="find_replace" size={760} title="Find and replace in post-edits">
      {opened && <Form />}
    </Dialog>
  );
}

interface Asked {
  find: string;
  replacement: string;
  isExpression: boolean;
  matchesCase: boolean;
}

interface Change extends RowText {
  before: string;
  n: number;
}

type Answer = { changes: readonly Change[] } | { error: string } | null;

function Form() {
  const editor = useEditor();
  const [scopes] = useState(() => scopesOf(editor.state));
  const [scope, setScope] = useState<Scope>(() => scopes[0]?.scope ?? 'all');
  const [targetsToo, setTargetsToo] = useState(false);
  const [asked, setAsked] = useState<Asked>({ find: '', replacement: '', isExpression: false, matchesCase: true });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const ids = scopes.find((one) => one.scope === scope)?.ids;
  const doc = useReview((state) => state.doc);
  const drafts = useReview((state) => state.drafts);
  const texts = useMemo(() => {
    const there = (ids ?? []).filter((id) => doc.rows.has(id));
    return textsOf(doc, there, targetsToo).filter(({ id }) => !drafts.has(id));
  }, [doc, ids, targetsToo, drafts]);
  const answer = useChanges(texts, asked);
  const changes = answer && 'changes' in answer ? answer.changes : [];
  const chosen = changes.filter(({ id, before, text }) => !left.has(id) && before !== text);
  const put = (change: Partial<Asked>) => setAsked({ ...asked, ...change });
  const replace = () => {
    if (!editor.do(replaceTexts(editor.state.doc, chosen))) return;
    closeDialog(editor);
    editor.say(`Replaced in ${plural(chosen.length, 'row')}. One undo takes it all back.`);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0) replace();
      }}
    >
      <div className={styles.fields}>
        <TextInput
          label="Find"
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          value={asked.find}
          error={answer && 'error' in answer ? answer.error : undefined}
          onChange={(event) => put({ find: event.currentTarget.value })}
        />
        <TextInput
          label="Replace with"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          value={asked.replacement}
          description={asked.isExpression ? '$1, $<name> and $& stand for what was found.' : undefined}
          onChange={(event) => put({ replacement: event.currentTarget.value })}
        />
      </div>
      <div className={styles.options}>
        <Checkbox
          label="Regular expression"
          checked={asked.isExpression}
          onChange={(event) => put({ isExpression: event.currentTarget.checked })}
        />
        <Checkbox
          label="Match case"
          checked={asked.matchesCase}
          onChange={(event) => put({ matchesCase: event.currentTarget.checked })}
        />
        <Checkbox
          label="Targets without a post-edit too"
          checked={targetsToo}
          onChange={(event) => setTargetsToo(event.currentTarget.checked)}
        />
      </div>
      <ScopeField scopes={scopes} scope={scope} choose={setScope} />
      <div role="status" className={styles.said}>
        {texts.length === 0 ? nothingWords(targetsToo) : saidOf(asked, answer, texts.length)}
        {drafts.size > 0 && ` ${plural(drafts.size, 'row')} with an unsaved draft left out.`}
      </div>
      {changes.length > 0 && <Changes changes={changes} left={left} setLeft={setLeft} />}
      <div className={dialog.actions}>
        <Button type="submit" variant="filled" disabled={chosen.length === 0}>
          {chosen.length === 0 ? 'Replace' : `Replace in ${plural(chosen.length, 'row')}`}
        </Button>
        <Button variant="default" onClick={() => closeDialog(editor)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function nothingWords(targetsToo: boolean): string {
  return targetsToo
    ? 'None of these rows has a target.'
    : 'None of these rows has a post-edit yet. Include targets without one to look through their texts.';
}

function saidOf(asked: Asked, answer: Answer, nTexts: number): string {
  if (!asked.find) return `${plural(nTexts, 'text')} to look through.`;
  if (!answer) return 'Searching';
  if ('error' in answer) return '';
  const places = answer.changes.reduce((n, change) => n + change.n, 0);
  if (places === 0) return `Not found in ${plural(nTexts, 'text')}.`;
  return `Found ${plural(places, 'place')} in ${plural(answer.changes.length, 'row')}.`;
}

/** What a replacement would make of the texts; null while it is being looked for. */
function useChanges(texts: readonly RowText[], asked: Asked): Answer {
  const [answer, setAnswer] = useState<Answer>(null);
  const matcher = useRef<Matcher>(new Matcher());
  useEffect(() => () => matcher.current.stop(), []);
  useEffect(() => {
    setAnswer(null);
    matcher.current.stop();
    const { find, replacement, isExpression, matchesCase } = asked;
    if (!find) return;
    let isOld = false;
    const timer = setTimeout(async () => {
      try {
        const found = await matcher.current.run({
          source: isExpression ? find : literalSource(find),
          flags: matchesCase ? 'u' : 'iu',
          texts: texts.map(({ text }) => text),
          replacement,
          literal: !isExpression,
        });
        const changes = found.flatMap(({ at, n, text }): Change[] => {
          const of = texts[at];
          return of ? [{ id: of.id, before: of.text, text, n }] : [];
        });
        if (!isOld) setAnswer({ changes });
      } catch (error) {
        if (!isOld) setAnswer({ error: error instanceof Error ? error.message : String(error) });
      }
    }, pauseMilliseconds);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [texts, asked]);
  return answer;
}

interface ChangesProps {
  changes: readonly Change[];
  left: ReadonlySet<string>;
  setLeft: (left: ReadonlySet<string>) => void;
}

function Changes({ changes, left, setLeft }: ChangesProps) {
  const doc = useReview((state) => state.doc);
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  return (
    <section className={styles.changes} aria-label="What would change">
      {changes.slice(0, mostShown).map(({ id, before, text }) => (
        <div key={id} className={styles.change}>
          <Checkbox
            size="xs"
            checked={!left.has(id)}
            aria-label={`Replace in row ${numberOf(doc, id)}`}
            onChange={() => toggle(id)}
          />
          <span className={styles.number}>{numberOf(doc, id)}</span>
          <Difference before={before} after={text} language={doc.targetLanguage} />
        </div>
      ))}
      {changes.length > mostShown && (
        <p className={styles.more}>and {count(changes.length - mostShown)} more rows, which are replaced as well</p>
      )}
    </section>
  );
}
