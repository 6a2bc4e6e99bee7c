/** Submitting a review: the question if rows or labels are left, and the next page. */

import { rowOf } from '../model/document';
import * as gestures from '../model/gestures';
import { missingLabels } from '../model/labels';
import type { Editor } from './editor';
import { go } from './navigation';
import { tests } from './view';

export function submit(editor: Editor): void {
  const { doc } = editor.state;
  if (doc.state === 'submitted') editor.say('This review has already been submitted.');
  else if (editor.state.queue.aside.length > 0) editor.set({ dialog: 'aside' });
  else if (firstUnreviewed(editor) || missingLabels(doc, editor.state.info.labels).length > 0)
    editor.set({ dialog: 'submit' });
  else editor.do(gestures.submit(doc, false));
}

export function goToUnreviewed(editor: Editor): void {
  go(editor, firstUnreviewed(editor));
}

function firstUnreviewed({ state: { doc } }: Editor): string | undefined {
  return doc.order.find((id) => tests.unreviewed(rowOf(doc, id)));
}
