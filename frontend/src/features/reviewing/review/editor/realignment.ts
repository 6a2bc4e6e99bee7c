/** Asking for a realignment, and taking or leaving what it proposes. Reviewed rows never move. */

import { ApiError } from '@/api/client';
import { plural } from '@/lib/format';
import type { ActionId } from '../keys/table';
import { undecidedAbove } from '../model/gestures';
import { standing, takeAndAccept, takeOf } from '../model/realign';
import type { Proposal } from '../model/types';
import type { Command, Editor } from './editor';
import { go } from './navigation';
import type { EditorState } from './state';
import { seek, selected, tests } from './view';

/** The realignments that go on, to be cancelled. */
const going = new WeakMap<Editor, AbortController>();

export async function realign(editor: Editor): Promise<void> {
  if (editor.state.realigning === 'running') return;
  const stop = new AbortController();
  going.set(editor, stop);
  editor.set({ realigning: 'running', realigned: null, stepping: false });
  editor.say('Realigning around the reviewed rows');
  try {
    if (!(await editor.exchange.queue.flushed()))
      throw new Error('Some edits are not saved yet. Realign again once they are.');
    const answer = await editor.transport.realign((realigned) => editor.set({ realigned }), stop.signal);
    if (stop.signal.aborted) return;
    const proposals = standing(editor.state.doc, answer.proposals);
    editor.set({ realigning: proposals.length > 0 ? { ...answer, proposals } : null });
    if (proposals.length === 0)
      editor.say(`Nothing would change around your ${plural(answer.n_fixed, 'reviewed row')}.`);
    else editor.say(`${plural(rowsOf(proposals), 'row')} would change.`);
  } catch (error) {
    if (stop.signal.aborted) return;
    editor.set({ realigning: null });
    if (!(error instanceof Error)) throw error;
    editor.say(error instanceof ApiError || error.message ? error.message : 'The engine did not answer.', 'warn');
  }
}

/** Stops a realignment that goes on; false where none does. */
export function cancelRealign(editor: Editor): boolean {
  if (editor.state.realigning !== 'running') return false;
  editor.set({ realigning: null, realigned: null });
  going.get(editor)?.abort();
  editor.say('Realigning was cancelled. Nothing has changed.');
  return true;
}

export function rowsOf(proposals: readonly Proposal[]): number {
  return new Set(proposals.flatMap((proposal) => proposal.rows)).size;
}

function proposals(editor: Editor): readonly Proposal[] {
  const { realigning } = editor.state;
  return realigning && realigning !== 'running' ? realigning.proposals : [];
}

/** The proposal that would change the active row; its keys are live there. */
export function offered({ active, doc, realigning }: EditorState): Proposal | null {
  if (!active || !realigning || realigning === 'running') return null;
  const proposal = realigning.proposals.find(({ rows }) => rows.includes(active));
  return proposal && standing(doc, [proposal]).length > 0 ? proposal : null;
}

/** Whether its keys are live. What is done to selected rows is done to all of them. */
export function isOffering(state: EditorState): boolean {
  return state.stepping || (offered(state) !== null && selected(state).length === 1);
}

/** By its button: the proposal is taken or left, the rows stay to be reviewed. */
export function settle(editor: Editor, proposal: Proposal, taken: boolean): void {
  if (taken && !editor.do({ operation: takeOf(editor.state.doc, [proposal]) })) return;
  const left = strike(editor, proposal);
  if (editor.state.stepping) go(editor, left[0]?.rows[0]);
}

/** By its key, on the row that is being read: taken it is accepted too, left it stays as it was. Then the next. */
function decide(editor: Editor, taken: boolean): void {
  const { doc, active, linear, stepping } = editor.state;
  const proposal = offered(editor.state) ?? proposals(editor)[0];
  if (!proposal) return;
  if (active && taken) {
    const read = proposal.rows.includes(active) ? active : (proposal.rows[0] as string);
    const confirms = linear ? undecidedAbove(doc, read) : [];
    if (!editor.do({ operation: takeAndAccept(doc, proposal, read, confirms) })) return;
  }
  const left = strike(editor, proposal);
  if (stepping) go(editor, left[0]?.rows[0]);
  else if (taken) go(editor, seek(editor.state, 1, tests.unreviewed) ?? seek(editor.state, 1, tests.any));
}

function strike(editor: Editor, proposal: Proposal): readonly Proposal[] {
  const { realigning, doc, stepping } = editor.state;
  if (!realigning || realigning === 'running') return [];
  const left = standing(
    doc,
    realigning.proposals.filter((other) => other !== proposal),
  );
  editor.set({
    realigning: left.length > 0 ? { ...realigning, proposals: left } : null,
    stepping: stepping && left.length > 0,
  });
  return left;
}

export function takeAll(editor: Editor): void {
  const all = standing(editor.state.doc, proposals(editor));
  if (all.length > 0 && editor.do({ operation: takeOf(editor.state.doc, all) })) leaveAll(editor);
}

export function leaveAll(editor: Editor): void {
  editor.set({ realigning: null, stepping: false, focus: editor.state.focus + 1 });
}

export function stepThrough(editor: Editor): void {
  editor.set({ stepping: true });
  go(editor, proposals(editor)[0]?.rows[0]);
}

export const realignCommands = {
  realign: (editor) => void realign(editor),
  proposal_take: (editor) => decide(editor, true),
  proposal_leave: (editor) => decide(editor, false),
  proposal_take_rest: takeAll,
  proposal_leave_rest: leaveAll,
} as const satisfies Partial<Record<ActionId, Command>>;
