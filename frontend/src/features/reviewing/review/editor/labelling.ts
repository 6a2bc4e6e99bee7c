/** The project's own labels by their digits: yes or no is given at once, of several values the row offers a choice. */

import { rowOf } from '../model/document';
import * as gestures from '../model/gestures';
import { applies, givenValue, ownLabels, type Shortcut } from '../model/labels';
import type { Command, Editor } from './editor';
import { selected } from './view';

export function labelOn({ state }: Pick<Editor, 'state'>, shortcut: Shortcut) {
  return ownLabels(state.info.labels).find((label) => label.shortcut === shortcut);
}

function give(shortcut: Shortcut): Command {
  return (editor) => {
    const { doc, active } = editor.state;
    if (!active) return;
    const label = labelOn(editor, shortcut);
    if (!label) return editor.say(`No label of this project is on ${shortcut}.`);
    const rows = selected(editor.state).filter((id) => applies(label, rowOf(doc, id)));
    if (rows.length === 0) return editor.say(`“${label.name}” does not apply to this row.`, 'warn');
    if (label.type !== 'yes_no') {
      editor.set({
        opened: { row: active, part: 'labels', label: label.key },
        caret: null,
        anchor: null,
        scroll: editor.scrolled('near'),
      });
      return;
    }
    const now = givenValue(rowOf(doc, rows[0] as string), label.key);
    const next = now === null ? true : now === true ? false : null;
    if (editor.do(gestures.set(doc, 'label', rows, { labels: { [label.key]: next } })))
      editor.say(`${label.name}: ${next === null ? 'not set' : next ? 'yes' : 'no'}.`);
  };
}

export const labelCommands = {
  own_label_6: give(6),
  own_label_7: give(7),
  own_label_8: give(8),
  own_label_9: give(9),
} as const;
