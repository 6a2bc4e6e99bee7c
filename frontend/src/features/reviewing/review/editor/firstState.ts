/** What a page shows when a review has just been opened. */

import { loadSettings } from '../keys/dispatch';
import { correctionsOf } from '../model/corrections';
import type { Doc } from '../model/document';
import { factsOf, type View } from '../model/filters';
import type { Content, ReviewInfo } from '../model/types';
import type { QueueState } from '../sending/state';
import { loadComfort } from './comfort';
import { loadSkipped } from './skipped';
import type { EditorState } from './state';
import { show } from './view';

/** `row`: the one that the address names; it is shown even where the view would leave it out. */
export function firstState(
  info: ReviewInfo,
  content: Content,
  doc: Doc,
  view: View,
  row: string | null,
  queue: QueueState,
  drafts: ReadonlyMap<string, string>,
): EditorState {
  const skipped = loadSkipped(info.id, info.reader.id);
  const facts = factsOf(doc, info.labels, skipped);
  const shown = show(doc, facts, view);
  const first =
    row && doc.rows.has(row)
      ? row
      : (shown.visible.find((id) => doc.rows.get(id)?.status === 'proposed') ?? shown.visible[0] ?? null);
  const isLeftOut = row !== null && doc.rows.has(row) && !shown.visible.includes(row);
  const seen = new Set(isLeftOut ? [...shown.visible, row] : []);
  return {
    info,
    doc,
    facts,
    view,
    ...shown,
    visible: isLeftOut ? doc.order.filter((id) => seen.has(id)) : shown.visible,
    active: first,
    chip: null,
    anchor: null,
    picked: null,
    again: null,
    caret: null,
    opened: null,
    reasonMenu: null,
    menu: null,
    helper: info.pair.kind === 'paper_talk' ? 'summary' : 'context',
    helperOpen: false,
    concordance: { text: '', focus: false },
    insertion: null,
    dialog: null,
    decided: null,
    turning: 'undo',
    nFindings: null,
    skipped,
    cut: null,
    moving: null,
    repeats: null,
    correcting: null,
    // A copy on this device may be older than corrections are.
    corrections: correctionsOf(content.corrections ?? []),
    queue,
    total: content.revision,
    unsent: new Set(),
    clashing: new Set(),
    notice: { text: '', tone: 'quiet', n: 0 },
    announced: { text: '', n: 0 },
    nDecided: 0,
    contradiction: null,
    drafts,
    theirs: null,
    linear: false,
    comfort: loadComfort(info.reader.id),
    keys: loadSettings(),
    scroll: { n: 1, how: 'centre' },
    focus: 0,
    before: null,
    glossary: null,
    realigning: null,
    realigned: null,
    stepping: false,
    tour: null,
    paperCursor: null,
    paperQuery: null,
    unfolded: false,
  };
}
