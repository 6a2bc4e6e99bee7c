/**
 * Rows that a person leaves for later: not flagged, which others see, but set aside on this device. They stay unreviewed
 * and have a filter.
 */

import { plural } from '@/lib/format';
import type { Command, Editor } from './editor';
import { activate } from './navigation';
import { loadSkipped, storeSkipped } from './skipped';
import { seek, selected } from './view';

export const skip: Command = (editor: Editor) => {
  const { info, doc, facts } = editor.state;
  const rows = selected(editor.state).filter((id) => doc.rows.get(id)?.status === 'proposed');
  if (rows.length === 0) return editor.say('Only rows that nobody has reviewed are skipped.');
  // Another tab may have left others since this one was opened.
  const skipped = new Set([...loadSkipped(info.id, info.reader.id), ...editor.state.skipped, ...rows]);
  // What was reviewed since need not be kept.
  const kept = [...skipped].filter((id) => doc.rows.get(id)?.status === 'proposed');
  storeSkipped(info.id, info.reader.id, kept);
  editor.set({
    skipped: new Set(kept),
    facts: { ...facts, tests: { ...facts.tests, isSkipped: ({ id }) => skipped.has(id) } },
  });
  const next = seek(editor.state, 1, ({ id, status }) => status === 'proposed' && !skipped.has(id));
  if (next) {
    activate(editor, next);
    editor.set({ scroll: editor.scrolled('third') });
  }
  editor.say(`Skipped, ${plural(kept.length, 'row')} in all. The filter “Skipped” shows them.`);
};
