/** The commands that play a row: what it says, or the other side of it. */

import type { ActionId } from '../keys/table';
import { rowOf } from '../model/document';
import { type Span, spansAbout, spansOf } from '../model/times';
import type { Side } from '../model/types';
import type { Session } from './session';

function play(session: Session, side: Side, spans: readonly Span[]): void {
  const { player } = session;
  if (player.state.on && player.state.side === side) player.pause();
  else if (!player.has(side)) session.say(`There is no recording of the ${side}.`, 'warn');
  else if (spans.length === 0) session.say('It is not known when this was said.', 'warn');
  else player.play(side, spans);
}

export const playCommands: Partial<Record<ActionId, (session: Session) => void>> = {
  play: (session) => {
    const { doc, active } = session.state;
    if (active) play(session, 'target', spansOf(doc, active, 'target'));
  },
  play_other: (session) => {
    const { doc, active } = session.state;
    if (!active) return;
    if (doc.kind === 'bitext') {
      play(session, 'source', spansOf(doc, active, 'source'));
      return;
    }
    // The other side of a span is its sentence: all that was said about it.
    const sentence = rowOf(doc, active).source[0]?.unit;
    if (sentence === undefined) session.say('This span has no sentence.', 'warn');
    else play(session, 'target', spansAbout(doc, sentence));
  },
};
