/** Unsent edits as a file: the last resort of whoever cannot send them from here. */

import type { Editor } from '../editor/editor';
import type { EditorState } from '../editor/state';

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
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
