/** The commands of a talk: choosing the sentence a span is about, or the page of a stretch. */

import { rowWords, sourceWords } from '@/ui/kinds';
import type { ActionId } from '../keys/table';
import { choicesFor } from '../model/candidates';
import { rowOf } from '../model/document';
import * as gestures from '../model/gestures';
import type { Command, Editor } from './editor';

export function choose(editor: Editor, sentence: number | null): void {
  const { doc, active } = editor.state;
  if (!active) return;
  const units = rowOf(doc, active).source.map((chip) => chip.unit);
  const same = sentence === null ? units.length === 0 : units.length === 1 && units[0] === sentence;
  const { unit, none } = sourceWords[doc.kind];
  if (same)
    editor.say(
      sentence === null ? `This ${rowWords[doc.kind][0]} already has ${none}.` : `This ${unit} is already chosen.`,
    );
  else editor.do(gestures.reassign(doc, active, sentence));
}

function candidate(key: number) {
  return (editor: Editor) => {
    const { doc, active } = editor.state;
    if (!active) return;
    const choice = choicesFor(doc, active).choices.find((other) => other.number === key);
    if (choice) choose(editor, choice.sentence);
    else editor.say(`There is no candidate ${key}.`, 'warn');
  };
}

function walkPaper(by: number) {
  return (editor: Editor) => {
    const { doc, paperCursor } = editor.state;
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-sentence]')];
    const at = buttons.findIndex((button) => Number(button.dataset.sentence) === paperCursor);
    const next = buttons[Math.max(0, Math.min(buttons.length - 1, at + by))];
    const sentence = Number(next?.dataset.sentence);
    if (next && doc.sourceUnits[sentence]) {
      editor.set({ paperCursor: sentence });
      next.focus();
    }
  };
}

export const paperCommands = {
  candidate_1: candidate(1),
  candidate_2: candidate(2),
  candidate_3: candidate(3),
  candidate_4: candidate(4),
  candidate_5: candidate(5),
  no_sentence: (editor) => choose(editor, null),
  no_slide: (editor) => choose(editor, null),
  to_paper: (editor) => {
    const { doc, active } = editor.state;
    const row = active ? rowOf(doc, active) : null;
    const start = row?.source[0]?.unit ?? (active ? choicesFor(doc, active).choices[0]?.sentence : null) ?? 0;
    editor.set({ paperCursor: start });
    document.querySelector<HTMLElement>(`[data-sentence="${start}"]`)?.focus();
  },
  paper_next: walkPaper(1),
  paper_previous: walkPaper(-1),
  paper_back: (editor) => editor.set({ paperCursor: null, focus: editor.state.focus + 1 }),
  paper_choose: (editor) => {
    if (editor.state.paperCursor === null) return;
    choose(editor, editor.state.paperCursor);
    editor.set({ paperCursor: null, focus: editor.state.focus + 1 });
  },
  unfold: (editor) => editor.set({ unfolded: !editor.state.unfolded }),
} as const satisfies Partial<Record<ActionId, Command>>;
