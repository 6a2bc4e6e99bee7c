/** Replacing text in post-edits: which texts are looked through, and the one operation that a replacement is. */

import { countCodePoints } from '@/lib/codePoints';
import { type Doc, rowOf } from './document';
import { type Gesture, operation } from './gesture';
import { longestPostEdit, sideText } from './text';
import type { Step } from './types';

export interface RowText {
  id: string;
  text: string;
}

/** The post-edits of rows; with `targetsToo`, of a row without one its target, which a replacement makes a post-edit of. */
export function textsOf(doc: Doc, ids: readonly string[], targetsToo: boolean): readonly RowText[] {
  return ids.flatMap((id): RowText[] => {
    const row = rowOf(doc, id);
    if (row.post_edit !== null) return [{ id, text: row.post_edit }];
    const text = targetsToo ? sideText(doc, row, 'target') : '';
    return text ? [{ id, text }] : [];
  });
}

/** A text that comes to be what is aligned is no post-edit any more. */
export function replaceTexts(doc: Doc, changes: readonly RowText[]): Gesture {
  const tooLong = changes.find(({ text }) => countCodePoints(text) > longestPostEdit);
  if (tooLong) return { refused: 'A post-edit would become too long.' };
  const changed = changes.filter(({ id, text }) => {
    const row = rowOf(doc, id);
    return text !== (row.post_edit ?? sideText(doc, row, 'target'));
  });
  if (changed.length === 0) return { refused: 'The texts would stay as they are.' };
  const steps = changed.map(({ id, text }): Step => {
    const aligned = sideText(doc, rowOf(doc, id), 'target');
    return { type: 'set', rows: [id], fields: { post_edit: text === aligned ? null : text } };
  });
  return {
    operation: operation(
      doc,
      'replace',
      steps,
      changed.map(({ id }) => id),
    ),
  };
}
