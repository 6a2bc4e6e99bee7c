/** Edits that are not with the server: which row, what was done, and a text that someone wrote. */

import { download } from '@/lib/download';
import type { Editor } from '../editor/editor';
import type { EditorState } from '../editor/state';
import { useEditor, useReview } from '../frame/context';
import type { Operation } from '../model/types';
import { wordsOf } from '../model/verbs';
import styles from './Dialog.module.css';

export function EditList({ edits }: { edits: readonly { operation: Operation; detail?: string }[] }) {
  const editor = useEditor();
  const kind = useReview((state) => state.doc.kind);
  return (
    <ul className={styles.edits}>
      {edits.map(({ operation, detail }) => {
        const row = editor.exchange.rowNumberOf(operation.id);
        return (
          <li key={operation.id}>
            {row !== null && <b>Row {row}: </b>}
            {wordsOf(operation.verb, kind)}
            {textsOf(operation).map((text) => (
              <q key={text} dir="auto">
                {text}
              </q>
            ))}
            {detail && <small>{detail}</small>}
          </li>
        );
      })}
    </ul>
  );
}

function textsOf({ steps }: Operation): readonly string[] {
  return steps.flatMap((step) => (step.type === 'set' && step.fields.post_edit ? [step.fields.post_edit] : []));
}

/** Those that were set aside and parked first: they are the ones that nobody sends any more. */
export function fileOf({ info, queue }: Pick<EditorState, 'info' | 'queue'>): { name: string; content: string } {
  const operations = [...queue.aside.map(({ operation }) => operation), ...queue.parked, ...queue.waiting];
  return {
    name: `review-${info.id}-edits.json`,
    content: JSON.stringify({ review: info.id, operations }, null, 2),
  };
}

export function saveEdits(editor: Editor): void {
  const { name, content } = fileOf(editor.state);
  download(name, content, 'application/json');
}
