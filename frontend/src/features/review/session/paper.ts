/** The commands of a talk about a paper: choosing the sentence a span is about. */

import type { ActionId } from '../keys/table';
import { choicesFor } from '../model/candidates';
import { rowOf } from '../model/document';
import * as gestures from '../model/gestures';
import type { Session } from './session';

export function choose(session: Session, sentence: number | null): void {
  const { doc, active } = session.state;
  if (!active) return;
  const units = rowOf(doc, active).source.map((chip) => chip.unit);
  const same = sentence === null ? units.length === 0 : units.length === 1 && units[0] === sentence;
  if (same) session.say(sentence === null ? 'It has no sentence already.' : 'It is about this sentence already.');
  else session.do(gestures.reassign(doc, active, sentence));
}

function candidate(key: number) {
  return (session: Session) => {
    const { doc, active } = session.state;
    if (!active) return;
    const choice = choicesFor(doc, active).choices.find((other) => other.key === key);
    if (choice) choose(session, choice.sentence);
    else session.say(`The engine gave no candidate ${key}.`, 'warn');
  };
}

function walkPaper(by: number) {
  return (session: Session) => {
    const { doc, paperCursor } = session.state;
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-sentence]')];
    const at = buttons.findIndex((button) => Number(button.dataset.sentence) === paperCursor);
    const next = buttons[Math.max(0, Math.min(buttons.length - 1, at + by))];
    const sentence = Number(next?.dataset.sentence);
    if (next && doc.sourceUnits[sentence]) {
      session.set({ paperCursor: sentence });
      next.focus();
    }
  };
}

export const paperCommands: Partial<Record<ActionId, (session: Session) => void>> = {
  candidate_1: candidate(1),
  candidate_2: candidate(2),
  candidate_3: candidate(3),
  candidate_4: candidate(4),
  candidate_5: candidate(5),
  no_sentence: (session) => choose(session, null),
  to_paper: (session) => {
    const { doc, active } = session.state;
    const row = active ? rowOf(doc, active) : null;
    const start = row?.source[0]?.unit ?? (active ? choicesFor(doc, active).choices[0]?.sentence : null) ?? 0;
    session.set({ paperCursor: start });
    document.querySelector<HTMLElement>(`[data-sentence="${start}"]`)?.focus();
  },
  paper_next: walkPaper(1),
  paper_previous: walkPaper(-1),
  paper_back: (session) => session.set({ paperCursor: null, focus: session.state.focus + 1 }),
  paper_choose: (session) => {
    if (session.state.paperCursor === null) return;
    choose(session, session.state.paperCursor);
    session.set({ paperCursor: null, focus: session.state.focus + 1 });
  },
  unfold: (session) => session.set({ unfolded: !session.state.unfolded }),
};
