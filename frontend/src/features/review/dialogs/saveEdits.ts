/** Unsent edits as a file: the last resort of whoever cannot send them from here. */

import type { Editor } from '../editor/editor';

export function saveEdits(editor: Editor): void {
  const { info, queue } = editor.state;
  const operations = [...queue.aside.map(({ operation }) => operation), ...queue.parked, ...queue.waiting];
  const content = JSON.stringify({ review: info.id, operations }, null, 2);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  link.download = `review-${info.id}-edits.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
