/** Asking for a realignment, and taking or leaving what it proposes. Reviewed rows never move. */

import { ApiError } from '@/api/client';
import { plural } from '@/lib/format';
import type { ActionId } from '../keys/table';
import { undecidedAbove } from '../model/gestures';
import { type Proposal, standing, takeAndAccept, takeOf } from '../model/realign';
import { go } from './going';
import type { Session } from './session';
import type { SessionState } from './state';
import { seek, selected, tests } from './view';

export async function realign(session: Session): Promise<void> {
  if (session.state.realigning === 'running') return;
  session.set({ realigning: 'running', stepping: false });
  session.say('Realigning around the reviewed rows');
  try {
    if (!(await session.flushed())) throw new Error('Some edits are not saved yet: realigning waits for them.');
    const answer = await session.transport.realign();
    const proposals = standing(session.state.doc, answer.proposals);
    session.set({ realigning: proposals.length > 0 ? { ...answer, proposals } : null });
    if (proposals.length === 0)
      session.say(`Nothing would change around your ${plural(answer.n_fixed, 'reviewed row')}.`);
    else session.say(`${plural(rowsOf(proposals), 'row')} would change.`);
  } catch (error) {
    session.set({ realigning: null });
    if (!(error instanceof Error)) throw error;
    session.say(error instanceof ApiError || error.message ? error.message : 'The engine did not answer.', 'warn');
  }
}

export function rowsOf(proposals: readonly Proposal[]): number {
  return new Set(proposals.flatMap((proposal) => proposal.rows)).size;
}

function proposals(session: Session): readonly Proposal[] {
  const { realigning } = session.state;
  return realigning && realigning !== 'running' ? realigning.proposals : [];
}

/** The proposal that would change the active row; its keys are live there. */
export function offered({ active, doc, realigning }: SessionState): Proposal | null {
  if (!active || !realigning || realigning === 'running') return null;
  const proposal = realigning.proposals.find(({ rows }) => rows.includes(active));
  return proposal && standing(doc, [proposal]).length > 0 ? proposal : null;
}

/** Whether its keys are live. What is done to selected rows is done to all of them. */
export function isOffering(state: SessionState): boolean {
  return state.stepping || (offered(state) !== null && selected(state).length === 1);
}

/** By its button: the proposal is taken or left, the rows stay to be reviewed. */
export function settle(session: Session, proposal: Proposal, taken: boolean): void {
  if (taken && !session.do({ operation: takeOf(session.state.doc, [proposal]) })) return;
  const left = strike(session, proposal);
  if (session.state.stepping) go(session, left[0]?.rows[0]);
}

/** By its key, on the row that is being read: taken it is accepted too, left it stays as it was. Then the next. */
function decide(session: Session, taken: boolean): void {
  const { doc, active, linear, stepping } = session.state;
  const proposal = offered(session.state) ?? proposals(session)[0];
  if (!proposal) return;
  if (active && taken) {
    const read = proposal.rows.includes(active) ? active : (proposal.rows[0] as string);
    const confirms = linear ? undecidedAbove(doc, read) : [];
    if (!session.do({ operation: takeAndAccept(doc, proposal, read, confirms) })) return;
  }
  const left = strike(session, proposal);
  if (stepping) go(session, left[0]?.rows[0]);
  else if (taken) go(session, seek(session.state, 1, tests.unreviewed) ?? seek(session.state, 1, tests.any));
}

function strike(session: Session, proposal: Proposal): readonly Proposal[] {
  const { realigning, doc, stepping } = session.state;
  if (!realigning || realigning === 'running') return [];
  const left = standing(
    doc,
    realigning.proposals.filter((other) => other !== proposal),
  );
  session.set({
    realigning: left.length > 0 ? { ...realigning, proposals: left } : null,
    stepping: stepping && left.length > 0,
  });
  return left;
}

export function takeAll(session: Session): void {
  const all = standing(session.state.doc, proposals(session));
  if (all.length > 0 && session.do({ operation: takeOf(session.state.doc, all) })) leaveAll(session);
}

export function leaveAll(session: Session): void {
  session.set({ realigning: null, stepping: false, focus: session.state.focus + 1 });
}

export function stepThrough(session: Session): void {
  session.set({ stepping: true });
  go(session, proposals(session)[0]?.rows[0]);
}

export const realignCommands: Partial<Record<ActionId, (session: Session) => void>> = {
  realign: (session) => void realign(session),
  proposal_take: (session) => decide(session, true),
  proposal_leave: (session) => decide(session, false),
  proposal_take_rest: takeAll,
  proposal_leave_rest: leaveAll,
};
