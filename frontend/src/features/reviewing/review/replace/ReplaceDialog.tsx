/** Find and replace in post-edits: what would change is shown first, and is one edit. */

import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { count, plural } from '@/lib/format';
import { Difference } from '@/ui/Difference';
import { rowWords } from '@/ui/kinds';
import { type Scope, ScopeField, scopesOf } from '../bulk/ScopeField';
import { closeDialog, Dialog } from '../dialogs/Dialog';
import { useEditor, useReview, useReviewParts } from '../frame/context';
import { numberOf } from '../model/document';
import { replaceTexts, textsOf } from '../model/replace';
import styles from './ReplaceDialog.module.css';
import { type Change, nothingWords, outcomeWords, type Search, useChanges } from './useChanges';

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

function Form() {
  const editor = useEditor();
  const [scopes] = useState(() => scopesOf(editor.state));
  const [scope, setScope] = useState<Scope>(() => scopes[0]?.scope ?? 'all');
  const [targetsToo, setTargetsToo] = useState(false);
  const [search, setSearch] = useState<Search>({ find: '', replacement: '', isExpression: false, matchesCase: true });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const ids = scopes.find((one) => one.scope === scope)?.ids;
  const { doc, drafts } = useReviewParts((state) => ({ doc: state.doc, drafts: state.drafts }));
  const texts = useMemo(() => {
    const there = (ids ?? []).filter((id) => doc.rows.has(id));
    return textsOf(doc, there, targetsToo).filter(({ id }) => !drafts.has(id));
  }, [doc, ids, targetsToo, drafts]);
  const answer = useChanges(texts, search);
  const changes = answer && 'changes' in answer ? answer.changes : [];
  const chosen = changes.filter(({ id, before, text }) => !left.has(id) && before !== text);
  const put = (change: Partial<Search>) => setSearch({ ...search, ...change });
  const words = rowWords[doc.kind];
  const replace = () => {
    if (!editor.do(replaceTexts(editor.state.doc, chosen))) return;
    closeDialog(editor);
    editor.say(`Replaced in ${plural(chosen.length, ...words)}. One undo takes it all back.`);
  };
  return (
    <Stack
      component="form"
      gap={12}
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
          value={search.find}
          error={answer && 'error' in answer ? answer.error : undefined}
          onChange={(event) => put({ find: event.currentTarget.value })}
        />
        <TextInput
          label="Replace with"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          value={search.replacement}
          description={search.isExpression ? '$1, $<name> and $& stand for what was found.' : undefined}
          onChange={(event) => put({ replacement: event.currentTarget.value })}
        />
      </div>
      <div className={styles.options}>
        <Checkbox
          label="Regular expression"
          checked={search.isExpression}
          onChange={(event) => put({ isExpression: event.currentTarget.checked })}
        />
        <Checkbox
          label="Match case"
          checked={search.matchesCase}
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
        {texts.length === 0 ? nothingWords(targetsToo) : outcomeWords(search, answer, texts.length)}
        {drafts.size > 0 && ` ${plural(drafts.size, ...words)} with an unsaved draft left out.`}
      </div>
      {changes.length > 0 && <Changes changes={changes} left={left} setLeft={setLeft} />}
      <Group gap={8} mt={16}>
        <Button type="submit" variant="filled" disabled={chosen.length === 0}>
          {chosen.length === 0 ? 'Replace' : `Replace in ${plural(chosen.length, ...words)}`}
        </Button>
        <Button onClick={() => closeDialog(editor)}>Cancel</Button>
      </Group>
    </Stack>
  );
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
