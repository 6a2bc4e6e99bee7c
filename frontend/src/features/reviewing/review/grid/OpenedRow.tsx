/** A row opened for judgement and post-editing. */

import { IconAlertTriangle } from '@tabler/icons-react';
import { type ClipboardEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { isComposing } from '@/lib/chords';
import { count } from '@/lib/format';
import { Difference } from '@/ui/Difference';
import { draftOf } from '../editor/drafts';
import type { Editor } from '../editor/editor';
import { alignedText, editedText, overrideWarning, savePostEdit } from '../editor/postEdit';
import { readOnly } from '../editor/state';
import { useEditor, useKeyText, useReview, useReviewParts } from '../frame/context';
import { isOverridden, uncheckedWords, warningsOf } from '../model/checks';
import { cleanText, longestPostEdit } from '../model/text';
import type { Row } from '../model/types';
import { Suggestions } from '../recall/EarlierTranslations';
import { Terms } from '../terms/Terms';
import styles from './OpenedRow.module.css';
import { ErrorTags, Judgement, OwnLabels } from './OwnLabels';

export function OpenedRow({ row }: { row: Row }) {
  const part = useReview((state) => state.opened?.part);
  const contradiction = useReview((state) => state.contradiction === row.id);
  return (
    <div className={styles.open} role="gridcell">
      <div className={styles.judge}>
        <div className={styles.line}>
          <Judgement row={row} name="good_align" />
          <Judgement row={row} name="good_mt" />
        </div>
        <ErrorTags row={row} isOpen={part === 'tags'} />
        <OwnLabels row={row} />
        {contradiction && (
          <p className={styles.ask} role="alert">
            Marked as badly aligned but a good translation. Is that right?
          </p>
        )}
      </div>
      <PostEdit row={row} focused={part === 'post_edit'} />
    </div>
  );
}

/** What is pasted is cleaned before it is seen, and refused where it cannot be saved; the person is told. */
function paste(editor: Editor, event: ClipboardEvent<HTMLTextAreaElement>): void {
  const pasted = event.clipboardData.getData('text/plain');
  if (pasted.length > longestPostEdit) {
    event.preventDefault();
    editor.say(`Nothing was pasted: a post-edit takes ${count(longestPostEdit)} characters at most.`, 'warn');
    return;
  }
  const clean = cleanText(pasted, editor.state.doc.spaceless.target);
  if (clean === pasted.trim() || pasted === '') return;
  event.preventDefault();
  // Deprecated, and the only way to write into a field so that its own undo knows of it.
  if (!document.execCommand('insertText', false, clean)) {
    const field = event.currentTarget;
    field.setRangeText(clean, field.selectionStart, field.selectionEnd, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  editor.say('Line ends, tabs and invisible characters were left out of what you pasted.');
}

/** Where two texts begin to differ, in UTF-16 units, as fields count. */
function firstDifference(text: string, other: string): number {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  return at;
}

function PostEdit({ row, focused }: { row: Row; focused: boolean }) {
  const editor = useEditor();
  const field = useRef<HTMLTextAreaElement>(null);
  const { withKeys } = useKeyText();
  const text = useReview((state) => editedText(state, row.id));
  const aligned = useReview((state) => alignedText(state.doc, row.id));
  const language = useReview((state) => state.doc.targetLanguage);
  const number = useReview((state) => state.doc.order.indexOf(row.id) + 1);
  const draft = useReview((state) => draftOf(state, row.id));
  const locked = useReview(readOnly) !== null;
  const theirs = useReview((state) => (state.theirs?.row === row.id ? state.theirs.text : null));
  useEffect(() => {
    if (!focused) return;
    const { current } = field;
    if (!current) return;
    current.focus({ preventScroll: true });
    const other = editor.state.theirs?.row === row.id ? editor.state.theirs.text : null;
    const at = other === null ? current.value.length : firstDifference(current.value, other);
    current.setSelectionRange(at, at);
  }, [focused, editor, row.id]);
  const insertion = useReview((state) => (state.insertion?.row === row.id ? state.insertion : null));
  useEffect(() => {
    const { current } = field;
    if (!insertion || !current) return;
    editor.set({ insertion: null });
    // Not within React's own work: it would put the old value back first, and the field would have nothing to undo.
    setTimeout(() => {
      current.focus({ preventScroll: true });
      current.select();
      // Deprecated, and the only way to write into a field so that its own undo knows of it.
      // An empty text is not inserted everywhere.
      const command = insertion.text ? 'insertText' : 'delete';
      if (!document.execCommand?.(command, false, insertion.text)) editor.draft(row.id, insertion.text);
      if (draftOf(editor.state, row.id) === null) editor.draft(row.id, null);
    });
  }, [insertion, editor, row.id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight + 2}px`;
  }, [text]);
  return (
    <div className={styles.edit} data-scope="post_edit">
      <textarea
        ref={field}
        className={styles.box}
        rows={1}
        spellCheck
        lang={language || undefined}
        dir="auto"
        aria-label={`post-edit of row ${number}`}
        value={text}
        readOnly={locked}
        onChange={(event) => editor.draft(row.id, event.currentTarget.value)}
        onPaste={(event) => paste(editor, event)}
        onKeyDown={(event) => {
          // A text is one line, as what it corrects.
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey || isComposing(event.nativeEvent))
            return;
          event.preventDefault();
          editor.say(withKeys('{save_next} saves the text. It is one line, like what it corrects.'));
        }}
      />
      <Terms row={row} text={text} />
      <Warnings row={row} text={text} locked={locked} />
      {!locked && <Suggestions row={row.id} text={text} />}
      {theirs !== null && (
        <p className={styles.diff}>
          <span className={styles.key}>Theirs</span>
          <Difference before={aligned} after={theirs} language={language} />
        </p>
      )}
      <p className={styles.diff}>
        <span className={styles.key}>{text === aligned ? 'No changes' : 'Changes'}</span>
        {text !== aligned && <Difference before={aligned} after={text} language={language} />}
        {!locked && draft !== null && (
          <button
            type="button"
            className={styles.save}
            onClick={() => editor.set({ insertion: { row: row.id, text: row.post_edit ?? aligned } })}
          >
            Discard
          </button>
        )}
        {!locked && (
          <button type="button" className={styles.save} onClick={() => savePostEdit(editor)}>
            Save, next
          </button>
        )}
      </p>
    </div>
  );
}

/** What looks wrong in the text of the field. Whoever knows better says so; what was overridden stays to be seen. */
function Warnings({ row, text, locked }: { row: Row; text: string; locked: boolean }) {
  const editor = useEditor();
  const { doc, glossary } = useReviewParts((state) => ({ doc: state.doc, glossary: state.glossary }));
  const warnings = useMemo(() => warningsOf(doc, row, text, glossary), [doc, row, text, glossary]);
  const isSaved = text === (row.post_edit ?? null);
  const unchecked = uncheckedWords(doc);
  return (
    <>
      {unchecked && <p className={styles.unchecked}>{unchecked} An admin can set it at the document.</p>}
      <ul className={styles.warnings} aria-label="Warnings" aria-live="polite">
        {warnings.map((warning) => {
          const isWrong = isSaved && isOverridden(row, warning);
          return (
            <li key={warning.check} data-overridden={isWrong || undefined}>
              <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
              <span>
                {isWrong && <span className="vh">overridden: </span>}
                {warning.text}
              </span>
              {!locked && (
                <button
                  type="button"
                  className={styles.save}
                  aria-label={`${isWrong ? 'Restore' : 'Override'}: ${warning.text}`}
                  onClick={() => overrideWarning(editor, row.id, warning.check, !isWrong)}
                >
                  {isWrong ? 'Restore' : 'Override'}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
