/** Asking for a realignment, and taking or leaving what it proposes. Reviewed rows never move. */

import { ApiError } from '@/api/client';
import type { ActionId } from '../keys/table';
import { type Proposal, standing, takeOf } from '../model/realign';
import type { Session } from './session';

export async function realign(session: Session): Promise<void> {
  if (session.state.realigning === 'running') return;
  session.set({ realigning: 'running', stepping: false });
  session.say('Realigning around the reviewed rows');
  try {
    if (!(await session.flushed())) throw new Error('Some edits are not saved yet: realigning waits for them.');
    const answer = await session.transport.realign();
    const proposals = standing(session.state.doc, answer.proposals);
    session.set({ realigning: proposals.length > 0 ? { ...answer, proposals } : null });
    if (proposals.length === 0) session.say(`Nothing would change around your ${answer.n_fixed} reviewed rows.`);
    else session.say(`${rowsOf(proposals)} rows would change.`);
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

function current(session: Session): Proposal | undefined {
  const { active } = session.state;
  return proposals(session).find((proposal) => active !== null && proposal.rows.includes(active));
}

/** Without `proposal`: what is left after it was taken or left. */
export function settle(session: Session, proposal: Proposal, taken: boolean): void {
  const { realigning, doc, stepping } = session.state;
  if (!realigning || realigning === 'running') return;
  if (taken && !session.do({ operation: takeOf(doc, [proposal]) })) return;
  const left = standing(
    session.state.doc,
    realigning.proposals.filter((other) => other !== proposal),
  );
  session.set({ realigning: left.length > 0 ? { ...realigning, proposals: left } : null });
  if (stepping) go(session, left[0]);
  if (left.length === 0) session.set({ stepping: false });
}

export function takeAll(session: Session): void {
  const all = proposals(session);
  if (all.length > 0 && session.do({ operation: takeOf(session.state.doc, all) })) leaveAll(session);
}

export function leaveAll(session: Session): void {
  session.set({ realigning: null, stepping: false, focus: session.state.focus + 1 });
}

export function stepThrough(session: Session): void {
  session.set({ stepping: true });
  go(session, proposals(session)[0]);
}

function go(session: Session, proposal: Proposal | undefined): void {
  const row = proposal?.rows[0];
  if (!row) return;
  if (!session.state.visible.includes(row))
    session.setView({ ...session.state.view, filters: [], query: '', order: 'talk' });
  session.set({
    active: row,
    chip: null,
    anchor: null,
    scroll: session.scrolled('third'),
    focus: session.state.focus + 1,
  });
}

export const realignCommands: Partial<Record<ActionId, (session: Session) => void>> = {
  realign: (session) => void realign(session),
  proposal_take: (session) => {
    const proposal = current(session) ?? proposals(session)[0];
    if (proposal) settle(session, proposal, true);
  },
  proposal_leave: (session) => {
    const proposal = current(session) ?? proposals(session)[0];
    if (proposal) settle(session, proposal, false);
  },
  proposal_take_rest: takeAll,
  proposal_leave_rest: leaveAll,
};
