/** The commands that play a row or its other side. */

import { rowWords, sourceWords } from '@/ui/kinds';
import type { ActionId } from '../keys/table';
import { rowOf } from '../model/document';
import { type Span, spansAbout, spansOf } from '../model/times';
import type { Side } from '../model/types';
import type { Command, Editor } from './editor';

/** How far a key goes back while somebody writes what they hear, in seconds. */
const back = 2;

/** `about`: what is played; the key pauses that, and anything else it plays from its start. */
function play(editor: Editor, side: Side, spans: readonly Span[], about: string): void {
  const { player } = editor;
  if (player.state.on && player.isAbout(about)) player.pause();
  else if (!player.has(side)) editor.say(`There is no recording of the ${side}.`, 'warn');
  else if (spans.length === 0) editor.say('There are no times for this row.', 'warn');
  else player.play(side, spans, about);
}

/** Of a row that is being written: stops, and goes on where it stopped. */
function listen(editor: Editor): void {
  const { doc, active } = editor.state;
  const { player } = editor;
  if (!active) return;
  if (player.isAbout(active) && player.state.on) player.hold();
  else if (!(player.isAbout(active) && player.resume())) play(editor, 'target', spansOf(doc, active, 'target'), active);
}

function goBack(editor: Editor): void {
  const { active } = editor.state;
  if (active && editor.player.isAbout(active)) editor.player.back(back);
  else listen(editor);
}

export const playCommands = {
  listen,
  listen_again: goBack,
  play: (editor) => {
    const { doc, active } = editor.state;
    if (active) play(editor, 'target', spansOf(doc, active, 'target'), active);
  },
  play_other: (editor) => {
    const { doc, active } = editor.state;
    if (!active) return;
    if (doc.kind === 'bitext') {
      play(editor, 'source', spansOf(doc, active, 'source'), `source of ${active}`);
      return;
    }
    // The other side of a span is its sentence or page: all that was said about it.
    const sentence = rowOf(doc, active).source[0]?.unit;
    if (sentence === undefined) editor.say(`This ${rowWords[doc.kind][0]} has ${sourceWords[doc.kind].none}.`, 'warn');
    else play(editor, 'target', spansAbout(doc, sentence), `sentence ${sentence}`);
  },
} as const satisfies Partial<Record<ActionId, Command>>;
