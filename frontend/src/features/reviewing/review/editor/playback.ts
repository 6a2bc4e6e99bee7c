/** The commands that play a row or its other side. */

import { rowWords, sourceWords } from '@/ui/kinds';
import type { ActionId } from '../keys/table';
import { rowOf } from '../model/document';
import { type Span, spansAbout, spansOf } from '../model/times';
import type { Side } from '../model/types';
import type { Command, Editor } from './editor';

function play(editor: Editor, side: Side, spans: readonly Span[]): void {
  const { player } = editor;
  if (player.state.on && player.state.side === side) player.pause();
  else if (!player.has(side)) editor.say(`There is no recording of the ${side}.`, 'warn');
  else if (spans.length === 0) editor.say('There are no times for this row.', 'warn');
  else player.play(side, spans);
}

export const playCommands = {
  play: (editor) => {
    const { doc, active } = editor.state;
    if (active) play(editor, 'target', spansOf(doc, active, 'target'));
  },
  play_other: (editor) => {
    const { doc, active } = editor.state;
    if (!active) return;
    if (doc.kind === 'bitext') {
      play(editor, 'source', spansOf(doc, active, 'source'));
      return;
    }
    // The other side of a span is its sentence or page: all that was said about it.
    const sentence = rowOf(doc, active).source[0]?.unit;
    if (sentence === undefined) editor.say(`This ${rowWords[doc.kind][0]} has ${sourceWords[doc.kind].none}.`, 'warn');
    else play(editor, 'target', spansAbout(doc, sentence));
  },
} as const satisfies Partial<Record<ActionId, Command>>;
