/** Going to a row that may be anywhere in the talk. */

import type { Session } from './session';

/** The row becomes the active one and takes the focus; a view that leaves it out is left. */
export function go(session: Session, row: string | null | undefined): void {
  if (!row) return;
  if (!session.state.visible.includes(row))
    session.setView({ ...session.state.view, filters: [], query: '', order: 'talk' });
  session.moveTo(row, null);
  session.set({ scroll: session.scrolled('third'), focus: session.state.focus + 1 });
}
